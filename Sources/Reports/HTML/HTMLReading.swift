extension HTML {
    /// Tells the callback that is pointed at, and takes keys, wheel, pointer and buttons; follows what draws.
    static let reading = #"""
        // Telling

        function told(timer, call) {
          const causes = call[CAUSES].map(([percent, words, line]) => `<li>${percent} % ${escaped(words)}${place(line)}</li>`);
          const most = delay(call) > call[WAITING] && call[WAITING] !== null ? `, which wait up to <strong>${length(delay(call))}</strong>` : "";
          const lost = call[LOST] ? `; ${call[LOST] >= 1000 ? "1000 or more points" : plural(call[LOST], "point")} lost with it${most}` : "";
          const when = call[FIRED] === null ? "no call followed" : `called at ${instant(call[FIRED])}`
            + (call[THREAD] ? ` on ${escaped(call[THREAD])}` : "");
          const wait = call[WAITING] !== null ? `${call[FIRED] === null ? "waits" : "waited"} <strong>${length(call[WAITING])}</strong>` : "";
          const lag = call[LAG] !== null && call[LAG] !== call[WAITING] ? `lag <strong>${length(call[LAG])}</strong>` : "";
          return `<b>${escaped(timer.name)}</b>${place(timer.line)}: point ${call[POINT]}, due at ${instant(call[DUE])}, ${when}: `
            + [wait, lag].filter(Boolean).join(", ") + lost + (causes.length ? `. Why: <ul>${causes.join("")}</ul>` : ".");
        }

        function choose(index, call, follow = true) {
          chosen = { timer: index, call };
          show(index);
          const timer = data.timers[index], row = timer.calls[call];
          detail.innerHTML = told(timer, row);
          for (const line of document.querySelectorAll(".chosen")) line.classList.remove("chosen");
          const cause = row[CAUSES].find(cause => cause[2] !== null);
          mark(cause ? cause[2] : timer.line);
          const at = row[FIRED] ?? row[DUE];
          if (follow && !visible(row[DUE], at)) move(at - (view.to - view.from) / 2);
          redraw();
        }

        function mark(line) {
          const item = line === null ? null : find(`L${line}`);
          if (!item) return;
          item.classList.add("chosen");
          const list = item.parentElement;
          if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
            list.scrollTop = item.offsetTop - 60;
          }
        }

        function show(index) {
          timer = index;
          select.value = String(index);
        }

        function step(by) {
          const all = data.timers[timer].calls;
          const current = chosen && chosen.timer === timer ? chosen.call : by > 0 ? -1 : all.length;
          choose(timer, Math.max(0, Math.min(all.length - 1, current + by)));
        }

        /// The longest waiting of its points, the lost ones too.
        const delay = call => call[WAITING] === null ? call[LAG] ?? 0
          : call[DUE] + call[WAITING] - Math.min(call[DUE], ...call[LOST_AT]);
        function worst() {
          const all = data.timers[timer].calls;
          if (!all.length) { detail.textContent = `${data.timers[timer].name} was never called`; return; }
          let found = 0;
          all.forEach((call, index) => { if (delay(call) > delay(all[found])) found = index; });
          choose(timer, found);
        }

        function list() {
          const shown = data.timers[timer];
          const rows = shown.calls.filter(call => visible(call[DUE], call[FIRED] ?? call[DUE])).slice(0, 500);
          const cells = call => [call[POINT], instant(call[DUE]), call[FIRED] === null ? "–" : instant(call[FIRED]),
            call[WAITING] === null ? "–" : length(call[WAITING]), call[LAG] === null ? "–" : length(call[LAG]), call[LOST],
            call[CAUSES].map(cause => `${cause[0]} % ${cause[1]}`).join(", ")];
          calls.lastElementChild.innerHTML = `<table><thead><tr>${["point", "due", "called", "waiting", "lag", "lost", "why"]
            .map(head => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.map(call =>
            `<tr>${cells(call).map(cell => `<td>${escaped(cell)}</td>`).join("")}</tr>`).join("")}</tbody></table>`;
        }

        // Moving

        function move(from, length = view.to - view.from) {
          view.from = Math.max(0, Math.min(data.duration - length, from));
          view.to = view.from + length;
          redraw();
        }
        function zoom(factor, at = (view.from + view.to) / 2) {
          const share = (at - view.from) / (view.to - view.from);
          const length = Math.min(data.duration, Math.max(Math.min(data.duration, 1000), (view.to - view.from) * factor));
          move(at - share * length, length);
        }
        const shift = part => move(view.from + (view.to - view.from) * part);
        const other = by => { show(Math.max(0, Math.min(data.timers.length - 1, timer + by))); worst(); };
        const actions = {
          out: () => zoom(2), in: () => zoom(0.5), all: () => move(0, data.duration), earlier: () => shift(-0.25),
          later: () => shift(0.25), previous: () => step(-1), next: () => step(1), worst,
        };
        for (const id in actions) find(id).addEventListener("click", actions[id]);
        const keys = {
          "+": actions.in, "=": actions.in, "-": actions.out, "0": actions.all, Home: () => move(0), End: () => move(data.duration),
          ArrowLeft: () => shift(-0.1), ArrowRight: () => shift(0.1), n: actions.next, p: actions.previous, w: worst,
          ArrowUp: () => other(-1), ArrowDown: () => other(1),
        };
        box.addEventListener("keydown", event => {
          const action = keys[event.key];
          if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          action();
        });
        // A page that is being scrolled must not be caught by a timeline that passes under the pointer.
        box.addEventListener("wheel", event => {
          if (!event.ctrlKey && document.activeElement !== box) return;
          event.preventDefault();
          zoom(Math.exp(event.deltaY / 400), timeAt(event.clientX - box.getBoundingClientRect().left));
        }, { passive: false });

        function under(event) {
          const bounds = box.getBoundingClientRect();
          const [px, py] = [event.clientX - bounds.left, event.clientY - bounds.top];
          return [px, areas.find(area => py >= area.y && py < area.y + area.height)];
        }
        function nearest(index, px) {
          let found = -1, best = 12;
          data.timers[index].calls.forEach((call, number) => {
            for (const time of [call[DUE], call[FIRED] ?? call[DUE], ...call[LOST_AT]]) {
              const distance = Math.abs(x(time) - px);
              if (distance < best) [found, best] = [number, distance];
            }
          });
          return found;
        }
        let drag = null;
        box.addEventListener("pointerdown", event => {
          drag = { at: event.clientX, from: view.from, moved: false };
          box.setPointerCapture(event.pointerId);
        });
        box.addEventListener("pointermove", event => {
          if (drag) {
            const by = event.clientX - drag.at;
            drag.moved ||= Math.abs(by) > 3;
            if (drag.moved) move(drag.from - by / (right - gutter) * (view.to - view.from));
            return;
          }
          const [px, area] = under(event);
          if (area?.lane?.spans) {
            const time = timeAt(px), span = area.lane.spans.find(span => span[0] <= time && time < span[1]);
            box.title = span ? `${span[3]} for ${length(span[1] - span[0])}${span[4] === null ? "" : `, line ${span[4]}`}` : "";
          } else if (area && area.index !== undefined) {
            const call = nearest(area.index, px);
            box.title = "";
            if (call >= 0) detail.innerHTML = told(data.timers[area.index], data.timers[area.index].calls[call]);
          }
        });
        box.addEventListener("pointerleave", () => {
          if (chosen) detail.innerHTML = told(data.timers[chosen.timer], data.timers[chosen.timer].calls[chosen.call]);
        });
        box.addEventListener("pointerup", event => {
          const isClick = drag && !drag.moved;
          drag = null;
          const [px, area] = under(event);
          if (!isClick || area?.index === undefined) return;
          const call = nearest(area.index, px);
          if (call >= 0) choose(area.index, call, false); else { show(area.index); redraw(); }
        });

        // Beginning

        select.innerHTML = data.timers.map((timer, index) => `<option value="${index}">${escaped(timer.name)}</option>`).join("");
        select.addEventListener("change", () => { timer = Number(select.value); worst(); redraw(); });
        select.parentElement.hidden = data.timers.length < 2;
        for (const hidden of [box, find("tools"), calls]) hidden.hidden = false;
        calls.addEventListener("toggle", () => { if (calls.open) list(); });
        addEventListener("resize", redraw);
        addEventListener("beforeprint", draw);
        const share = timer => Math.max(0, ...timer.calls.map(delay)) / (timer.asked || 1e9);
        data.timers.forEach((each, index) => { if (share(each) > share(data.timers[timer])) show(index); });
        worst();
        draw();

        const slider = find("instant"), frames = [...document.querySelectorAll("figure.references")];
        if (slider) {
          const set = () => {
            const index = Number(slider.value);
            frames.forEach((frame, number) => frame.hidden = number !== index);
            slider.setAttribute("aria-valuetext", frames[index].dataset.at);
            slider.parentElement.nextElementSibling.textContent = frames[index].dataset.at;
          };
          slider.addEventListener("input", set);
          find("instants").hidden = frames.length < 2;
          set();
        }
        document.documentElement.dataset.drawn = Math.round(performance.now());
        """#
}
