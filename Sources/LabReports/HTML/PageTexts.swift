// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum PageTexts {
    static let all = [
        "drawing": #"""
<figure class="references" data-at="{{instant}}"{{hidden}}>
<div class="scroll" tabindex="0" role="region" aria-label="References at {{instant}}">
<img alt="{{title}}: {{count}} references, in words below" src="{{picture}}">
</div>
<figcaption><details><summary>At {{instant}}, in words</summary>
<ul>{{references}}</ul></details></figcaption>
</figure>

"""#,
        "graph": #"""
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="{{height}}" viewBox="0 0 {{width}} {{height}}">
<title>{{title}}: {{subtitle}}</title>
<style>
text { font: 12px Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #0f172a; }
.title { font-size: 16px; font-weight: bold; }
.note { font-size: 10px; fill: #475569; }
.label { font-size: 10px; fill: #334155; }
.cycle { fill: {{cycle}}; }
.line { fill: none; }
@media (prefers-color-scheme: dark) { svg { filter: invert(1) hue-rotate(180deg); } }
</style>
<defs>
<marker id="arrow" viewBox="0 0 10 10" refX="2" refY="5" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 L10 5 L0 9 z" fill="{{arrow}}"/></marker>
<marker id="cycle" viewBox="0 0 10 10" refX="2" refY="5" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 L10 5 L0 9 z" fill="{{cycle}}"/></marker>
</defs>
<rect width="100%" height="100%" fill="#ffffff"/>
<text class="title" x="24" y="36">{{title}}</text>
<text class="note" x="24" y="58">{{subtitle}}</text>

"""#,
        "page": #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{{title}} · timerlab</title>
<style>
{{style}}</style>
</head>
<body>
<header>
<h1>{{title}}</h1>
<p class="facts">{{facts}}</p>
</header>
<main>

"""#,
        "references": #"""
<section>
<h2>Who holds whom</h2>
<div class="tools" id="instants" hidden>
<label>at <input type="range" id="instant" min="0" max="{{last}}" value="{{last}}"></label>
<output for="instant"></output>
</div>
{{drawings}}</section>

"""#,
        "script": #"""
"use strict";
(()=>{
const data=JSON.parse(document.getElementById("data").textContent);
const find=id=>document.getElementById(id);
const box=find("timeline"),detail=find("detail"),select=find("timer"),calls=find("calls");
const POINT=0,DUE=1,FIRED=2,WAITING=3,LAG=4,LOST=5,LOST_AT=6,CAUSES=7,THREAD=8;
const view={from:0,to:data.duration};
let width=800,gutter=120,right=790,areas=[],timer=0,chosen=null;
const escaped=text=>String(text).replace(/[&<>"]/g,c=>`&#${c.charCodeAt(0)};`);
const x=time=>gutter+(time-view.from)/(view.to-view.from)*(right-gutter);
const timeAt=px=>view.from+(px-gutter)/(right-gutter)*(view.to-view.from);
const visible=(from,to)=>to>=view.from&&from<=view.to;
const r=number=>Math.round(number*10)/10;
function length(ns,digits=4){
const size=Math.abs(ns);
const[unit,scale]=size>=1e9||size===0?["s",1e9]:size>=1e6?["ms",1e6]
:size>=1e3?["µs",1e3]:["ns",1];
return `${Number((ns / scale).toPrecision(digits))} ${unit}`;
}
const instant=ns=>`${Number((ns / 1e9).toFixed(6))} s`;
const isLong=(timer,wait)=>wait>(timer.asked??1e9)/10;
const isOrphan=(timer,time)=>timer.orphaned!==null&&time>=timer.orphaned;
const isLate=(timer,call)=>isLong(timer,call[WAITING]??call[LAG]??0)||isOrphan(timer,call[FIRED]??-1);
const plural=(count,word)=>`${count} ${word}${count === 1 ? "" : "s"}`;
const place=line=>line===null?"":` (<a href="#L${line}">${escaped(data.file)}:${line}</a>)`;
function text(at,y,words,name="",anchor="start",room=Infinity){
const most=Math.floor(room/6.3);
const shown=words.length>most?words.slice(0,Math.max(0,most-1))+"…":words;
return most<2||most<5&&words.length>most?"":`<text x="${r(at)}" y="${y}" class="${name}" text-anchor="${anchor}">${escaped(shown)}</text>`;
}
const path=(name,d)=>d&&`<path class="${name}" d="${d}"/>`;
function boxes(ranges,y,height,name){
let d="",start=NaN,end=NaN,isThin=false;
const put=()=>{if(end>start)d+=`M${r(start)} ${y}H${r(Math.max(start + 1, end - (isThin ? 0 : 1)))}v${height}H${r(start)}z`;};
for(const[from,to]of ranges){
if(!visible(from,to))continue;
const left=Math.max(gutter,x(from)),edge=Math.min(right,Math.max(x(to),left+1));
const thin=edge-left<2;
if(thin&&isThin&&left<=end+0.5){end=Math.max(end,edge);continue;}
put();
[start,end,isThin]=[left,edge,thin];
}
put();
return path(name,d);
}
function bar(from,to,top,bottom){
if(!visible(from,to))return "";
const left=Math.max(gutter,x(from)),edge=Math.max(left+1.5,Math.min(right,x(to)));
return `M${r(left)} ${r(bottom)}V${r(top)}H${r(edge)}V${r(bottom)}z`;
}
function label(from,to,y,words,name=""){
if(!visible(from,to))return "";
const left=Math.max(gutter,x(from))+3;
return text(left,y,words,name,"start",Math.min(right,x(to))-left-3);
}
const labels=(ranges,y)=>ranges.map(([from,to,words])=>label(from,to,y,words,"inside")).join("");
function marks(times,name,draw){
let d="",last=NaN;
for(const time of times){
if(!visible(time,time))continue;
const at=r(x(time));
if(Math.abs(at-last)<0.7)continue;
d+=draw(at);
last=at;
}
return path(name,d);
}
function axis(y,bottom){
const count=Math.max(2,Math.floor((right-gutter)/100)),span=view.to-view.from;
let step=Math.pow(10,Math.floor(Math.log10(span/count)));
step*=[1,2,5,10].find(factor=>span/(step*factor)<=count+0.5);
const scale=view.to>=1e9?["s",1e9]:view.to>=1e6?["ms",1e6]:["µs",1e3];
const digits=Math.max(0,Math.ceil(Math.log10(scale[1]/step)-1e-9));
let svg="";
for(let time=Math.ceil(view.from/step)*step;time<=view.to;time+=step){
const at=x(time);
svg+=path("rule",`M${r(at)} ${y + 4}V${bottom}`);
if(at<right-30)svg+=text(at+3,y,`${(time / scale[1]).toFixed(digits)} ${scale[0]}`);
}
return svg;
}
const band=(ranges,y,name)=>boxes(ranges,y,13,name)+ranges.map(([from, ,words],index)=>
label(from,ranges[index+1]?.[0]??data.duration,y+10,words,"inside")).join("");
function busy(lane,y){
const kinds=[0,1,2].map(kind=>boxes(lane.spans.filter(span=>span[2]===kind),y,16,`f-busy${kind}`));
return kinds.join("")+labels(lane.spans.map(([from,to, ,name])=>[from,to,name]),y+12);
}
function firings(timer,y){
const[top,low]=[y+10,y+30];
const served=timer.calls.filter(call=>call[FIRED]!==null);
const missed=timer.calls.filter(call=>call[FIRED]===null&&call[LOST]===0).map(call=>call[DUE]);
const lost=timer.calls.flatMap(call=>call[LOST_AT]).concat(missed).sort((a,b)=>a-b);
let svg="",joins="",waits="",last="";
const join=(due,fired)=>{
if(!visible(due,fired))return "";
const line=`M${r(Math.max(gutter, x(due)))} ${top}L${r(Math.min(right, x(fired)))} ${low}`;
return line===last?"":last=line;
};
for(const call of served){
for(const due of call[LOST_AT])waits+=join(due,call[FIRED]);
joins+=join(call[DUE],call[FIRED]);
}
svg+=path("s-join",joins)+path("s-wait",waits);
svg+=marks(served.map(call=>call[DUE]),"s-due",at=>`M${at} ${top - 7}v7`);
svg+=marks(lost,"s-lost",at=>`M${r(at - 2.5)} ${top - 4}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0`);
for(const late of[false,true]){
const times=served.filter(call=>isLate(timer,call)===late).map(call=>call[FIRED]);
svg+=marks(times,late?"f-late":"f-good",at=>`M${r(at - 1)} ${low}h2v8h-2z`);
}
return svg+boxes(timer.suspended,y+16,8,"f-mode");
}
function frame(name,y,height,low,high){
const level=value=>y+height-(value-low)/(high-low||1)*height;
const svg=text(0,y+12,name,"name")+text(gutter-6,y+12,length(high),"","end")
+path("rule",`M${gutter} ${r(level(0))}H${right}`)
+(low<0?text(gutter-6,y+height,length(low),"","end"):"");
return[svg,level];
}
function waitingChart(timer,y,height){
const points=[];
for(const call of timer.calls){
if(call[WAITING]===null)continue;
const end=call[DUE]+call[WAITING];
for(const due of call[LOST_AT])points.push([due,end-due]);
points.push([call[DUE],call[WAITING]]);
}
points.sort((a,b)=>a[0]-b[0]);
const high=points.reduce((most,point)=>Math.max(most,point[1]),0);
if(!high)return text(0,y+12,"waiting","name")+text(gutter+4,y+12,"none: every call came at its point");
const[svg,level]=frame("waiting",y,height,0,high);
const shade=timer.episodes.map(([from,to,words])=>label(from,to,y-4,words)).join("");
let d="",late="";
for(const[due,wait]of points){
const box=bar(due,due,Math.min(level(wait),level(0)-1),level(0));
if(isLong(timer,wait))late+=box;else d+=box;
}
return svg+boxes(timer.episodes,y,height,"f-episode")+path("f-good",d)+path("f-late",late)+shade;
}
function lagChart(timer,y,height){
const rows=timer.calls.filter(call=>call[FIRED]!==null&&call[LAG]!==null);
const values=rows.map(call=>call[LAG]);
if(!values.some(value=>value))return "";
const low=values.reduce((a,b)=>Math.min(a,b),0),high=values.reduce((a,b)=>Math.max(a,b),0);
const[svg,level]=frame("lag",y,height,low,high);
let slope="";
const dots=rows.filter(call=>visible(call[FIRED],call[FIRED]));
let last="";
const points=dots.map(call=>{
const point=`M${r(x(call[FIRED]) - 1.5)} ${r(level(call[LAG]) - 1.5)}h3v3h-3z`;
return point===last?"":last=point;
}).join("");
const drift=timer.drift;
if(drift&&drift.value!==null&&drift.to>drift.from){
const sorted=values.sort((a,b)=>a-b);
const middle=sorted[Math.floor(sorted.length/2)],half=(drift.to-drift.from)/2;
const end=(rate,side)=>r(level(middle+side*half*rate/1e9));
const[a,b,size]=[r(x(drift.from)),r(x(drift.to)),`${right - gutter} ${height + 4}`];
slope=`<svg x="${gutter}" y="${y - 2}" width="${right - gutter}" height="${height + 4}" viewBox="${gutter} ${y - 2} ${size}">`
+path("f-interval",`M${a} ${end(drift.low, -1)}L${b} ${end(drift.low, 1)}V${end(drift.high, 1)}L${a} ${end(drift.high, -1)}z`)
+path("s-drift",`M${a} ${end(drift.value, -1)}L${b} ${end(drift.value, 1)}`)+"</svg>";
}
const words=drift&&drift.text!=="–"?`drift ${drift.text}`:"";
return svg+slope+path("f-lag",points)+text(gutter+4,y-5,words);
}
function draw(){
const drawn=box.clientWidth||800;
width=drawn;gutter=drawn<520?100:132;right=drawn-6;areas=[];
let y=20,svg="";
const row=(name,height,body,area,kind="")=>{
if(name)svg+=text(0,y+12,name,kind||"name","start",gutter-8);
svg+=body(y);
if(area)areas.push({...area,y,height});
y+=height;
};
if(data.system.length)row("system",18,y=>band(data.system,y,"f-mode"));
for(const lane of data.lanes){
let name=lane.name;
if(lane.events.length){row(name,17,y=>band(lane.events,y,"f-event"));name="";}
if(lane.modes.length){row(name,17,y=>band(lane.modes,y,"f-mode"));name="";}
if(lane.spans.length){row(name,22,y=>busy(lane,y),{lane});name="";}
data.timers.forEach((timer,index)=>{
if(timer.home!==lane.name)return;
if(name&&name!==timer.name)row(name,16,()=>"",null);
name="";
const isShown=data.timers.length>1&&select.value===String(index);
row(timer.name,44,y=>firings(timer,y),{index},isShown?"name shown":"name");
});
}
const shown=data.timers[timer];
svg+=path("rule",`M0 ${y + 3}H${right}`);
y+=8;
if(shown.calls.some(call=>call[WAITING]!==null)){
const isLate=shown.calls.some(delay);
row("",isLate?80:20,y=>waitingChart(shown,isLate?y+12:y,64),{index:timer});
}
const lag=lagChart(shown,y+16,48);
if(lag)row("",68,()=>lag,{index:timer});
if(chosen){
const call=data.timers[chosen.timer].calls[chosen.call];
const area=areas.find(area=>area.index===chosen.timer);
const[due,fired]=[x(call[DUE]),x(call[FIRED]??call[DUE])];
if(area&&fired>=gutter&&due<=right){
svg+=path("s-chosen",`M${r(Math.max(gutter, due))} ${area.y + 2}v8L${r(Math.min(right, fired))} ${area.y + 30}v9`);
}
}
box.innerHTML=`<svg width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" aria-hidden="true">${axis(12, y)}${svg}</svg>`;
if(calls.open)list();
}
let pending=0;
const redraw=()=>{cancelAnimationFrame(pending);pending=requestAnimationFrame(draw);};
function told(timer,call){
const causes=call[CAUSES].map(([percent,words,line])=>`<li>${percent} % ${escaped(words)}${place(line)}</li>`);
const most=delay(call)>call[WAITING]&&call[WAITING]!==null?`, which wait up to <strong>${length(delay(call))}</strong>`:"";
const lost=call[LOST]?`; ${call[LOST] >= 1000 ? "1000 or more points" : plural(call[LOST], "point")} skipped before it${most}`:"";
const when=call[FIRED]===null?"no call followed":`called at ${instant(call[FIRED])}`
+(call[THREAD]?` on ${escaped(call[THREAD])}`:"")
+(isOrphan(timer,call[FIRED])?", after its owner was gone":"");
const wait=call[WAITING]!==null?`${call[FIRED] === null ? "waits" : "waited"} <strong>${length(call[WAITING])}</strong>`:"";
const lag=call[LAG]!==null&&call[LAG]!==call[WAITING]?`lag <strong>${length(call[LAG])}</strong>`:"";
return `<b>${escaped(timer.name)}</b>${place(timer.line)}: point ${call[POINT]}, due at ${instant(call[DUE])}, ${when}: `
+[wait,lag].filter(Boolean).join(", ")+lost+(causes.length?`. Why: <ul>${causes.join("")}</ul>`:".");
}
function choose(index,call,follow=true){
chosen={timer:index,call};
show(index);
const timer=data.timers[index],row=timer.calls[call];
detail.innerHTML=told(timer,row);
for(const line of document.querySelectorAll(".chosen"))line.classList.remove("chosen");
const cause=row[CAUSES].find(cause=>cause[2]!==null);
mark(cause?cause[2]:timer.line);
const at=row[FIRED]??row[DUE];
if(follow&&!visible(row[DUE],at))move(at-(view.to-view.from)/2);
redraw();
}
function mark(line){
const item=line===null?null:find(`L${line}`);
if(!item)return;
item.classList.add("chosen");
const list=item.parentElement;
if(item.offsetTop<list.scrollTop||item.offsetTop+item.offsetHeight>list.scrollTop+list.clientHeight){
list.scrollTop=item.offsetTop-60;
}
}
function show(index){
timer=index;
select.value=String(index);
}
function step(by){
const all=data.timers[timer].calls;
const current=chosen&&chosen.timer===timer?chosen.call:by>0?-1:all.length;
choose(timer,Math.max(0,Math.min(all.length-1,current+by)));
}
const delay=call=>call[WAITING]===null?call[LAG]??0
:call[DUE]+call[WAITING]-Math.min(call[DUE],...call[LOST_AT]);
function worst(){
const all=data.timers[timer].calls;
if(!all.length){detail.textContent=`${data.timers[timer].name} was never called`;return;}
let found=0;
all.forEach((call,index)=>{if(delay(call)>delay(all[found]))found=index;});
choose(timer,found);
}
function list(){
const shown=data.timers[timer];
const rows=shown.calls.filter(call=>visible(call[DUE],call[FIRED]??call[DUE])).slice(0,500);
const cells=call=>[call[POINT],instant(call[DUE]),call[FIRED]===null?"–":instant(call[FIRED]),
call[WAITING]===null?"–":length(call[WAITING]),call[LAG]===null?"–":length(call[LAG]),call[LOST],
call[CAUSES].map(cause=>`${cause[0]} % ${cause[1]}`).join(", ")];
calls.lastElementChild.innerHTML=`<table><thead><tr>${["point", "due", "called", "waiting", "lag", "skipped", "why"]
.map(head => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.map(call =>
`<tr>${cells(call).map(cell => `<td>${escaped(cell)}</td>`).join("")}</tr>`).join("")}</tbody></table>`;
}
function move(from,length=view.to-view.from){
view.from=Math.max(0,Math.min(data.duration-length,from));
view.to=view.from+length;
redraw();
}
function zoom(factor,at=(view.from+view.to)/2){
const share=(at-view.from)/(view.to-view.from);
const length=Math.min(data.duration,Math.max(Math.min(data.duration,1000),(view.to-view.from)*factor));
move(at-share*length,length);
}
const shift=part=>move(view.from+(view.to-view.from)*part);
const other=by=>{show(Math.max(0,Math.min(data.timers.length-1,timer+by)));worst();};
const actions={
out:()=>zoom(2),in:()=>zoom(0.5),all:()=>move(0,data.duration),earlier:()=>shift(-0.25),
later:()=>shift(0.25),previous:()=>step(-1),next:()=>step(1),worst,
};
for(const id in actions)find(id).addEventListener("click",actions[id]);
const keys={
"+":actions.in,"=":actions.in,"-":actions.out,"0":actions.all,Home:()=>move(0),End:()=>move(data.duration),
ArrowLeft:()=>shift(-0.1),ArrowRight:()=>shift(0.1),n:actions.next,p:actions.previous,w:worst,
ArrowUp:()=>other(-1),ArrowDown:()=>other(1),
};
box.addEventListener("keydown",event=>{
const action=keys[event.key];
if(!action||event.ctrlKey||event.metaKey||event.altKey)return;
event.preventDefault();
action();
});
box.addEventListener("wheel",event=>{
if(!event.ctrlKey&&document.activeElement!==box)return;
event.preventDefault();
zoom(Math.exp(event.deltaY/400),timeAt(event.clientX-box.getBoundingClientRect().left));
},{passive:false});
function under(event){
const bounds=box.getBoundingClientRect();
const[px,py]=[event.clientX-bounds.left,event.clientY-bounds.top];
return[px,areas.find(area=>py>=area.y&&py<area.y+area.height)];
}
function nearest(index,px){
let found=-1,best=12;
data.timers[index].calls.forEach((call,number)=>{
for(const time of[call[DUE],call[FIRED]??call[DUE],...call[LOST_AT]]){
const distance=Math.abs(x(time)-px);
if(distance<best)[found,best]=[number,distance];
}
});
return found;
}
let drag=null;
box.addEventListener("pointerdown",event=>{
drag={at:event.clientX,from:view.from,moved:false};
box.setPointerCapture(event.pointerId);
});
box.addEventListener("pointermove",event=>{
if(drag){
const by=event.clientX-drag.at;
drag.moved||=Math.abs(by)>3;
if(drag.moved)move(drag.from-by/(right-gutter)*(view.to-view.from));
return;
}
const[px,area]=under(event);
if(area?.lane?.spans){
const time=timeAt(px),span=area.lane.spans.find(span=>span[0]<=time&&time<span[1]);
box.title=span?`${span[3]} for ${length(span[1] - span[0])}${span[4] === null ? "" : `, line ${span[4]}`}`:"";
}else if(area&&area.index!==undefined){
const call=nearest(area.index,px);
box.title="";
if(call>=0)detail.innerHTML=told(data.timers[area.index],data.timers[area.index].calls[call]);
}
});
box.addEventListener("pointerleave",()=>{
if(chosen)detail.innerHTML=told(data.timers[chosen.timer],data.timers[chosen.timer].calls[chosen.call]);
});
box.addEventListener("pointerup",event=>{
const isClick=drag&&!drag.moved;
drag=null;
const[px,area]=under(event);
if(!isClick||area?.index===undefined)return;
const call=nearest(area.index,px);
if(call>=0)choose(area.index,call,false);else{show(area.index);redraw();}
});
select.innerHTML=data.timers.map((timer,index)=>`<option value="${index}">${escaped(timer.name)}</option>`).join("");
select.addEventListener("change",()=>{timer=Number(select.value);worst();redraw();});
select.parentElement.hidden=data.timers.length<2;
for(const hidden of[box,find("tools"),calls])hidden.hidden=false;
calls.addEventListener("toggle",()=>{if(calls.open)list();});
addEventListener("resize",redraw);
addEventListener("beforeprint",draw);
const share=timer=>Math.max(0,...timer.calls.map(delay))/(timer.asked||1e9);
data.timers.forEach((each,index)=>{if(share(each)>share(data.timers[timer]))show(index);});
worst();
draw();
const slider=find("instant"),frames=[...document.querySelectorAll("figure.references")];
if(slider){
const set=()=>{
const index=Number(slider.value);
frames.forEach((frame,number)=>frame.hidden=number!==index);
slider.setAttribute("aria-valuetext",frames[index].dataset.at);
slider.parentElement.nextElementSibling.textContent=frames[index].dataset.at;
};
slider.addEventListener("input",set);
find("instants").hidden=frames.length<2;
set();
}
document.documentElement.dataset.drawn=Math.round(performance.now());
})();

"""#,
        "source": #"""
<section class="source">
<h2>Scenario <small>{{name}}</small></h2>
<ol class="lines" tabindex="0" role="region" aria-label="{{name}}, with the findings at their lines">
{{lines}}</ol>
</section>

"""#,
        "style": #"""
:root{
color-scheme:light dark;
--ground:#ffffff;--card:#f5f6f8;--ink:#1a1e23;--faint:#59636e;--line:#d4d9df;
--good:#1a7f4b;--bad:#c0271b;--warning:#9a5300;--band:#2b68c5;--event:#7446bd;--code:#8a2f7f;
--chosen:#fff0c9;--busy:#9db8dc;--other:#b9c0c9;
}
@media screen and (prefers-color-scheme:dark){
:root{
--ground:#14171b;--card:#1d2127;--ink:#e6e9ed;--faint:#9ca7b3;--line:#363d46;
--good:#4cc38a;--bad:#ff7d70;--warning:#eea54b;--band:#73aaff;--event:#b89cff;--code:#e29bd6;
--chosen:#423612;--busy:#40597f;--other:#4d5661;
}
}
*{box-sizing:border-box;}
body{margin:0 auto;max-width:90rem;padding:1rem 1.5rem 3rem;background:var(--ground);color:var(--ink);
font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;}
h1{font-size:1.3rem;margin:0;text-wrap:balance;}
h2{font-size:1rem;margin:0 0 .35rem;}
h2 small,.facts,.faint{color:var(--faint);font-weight:normal;}
summary h2{display:inline;}
p{margin:.25rem 0;max-width:60rem;}
.facts{font-size:.85rem;margin-bottom:.75rem;overflow-wrap:anywhere;}
.facts code{color:inherit;}
section{margin-bottom:1.25rem;}
code,pre,.lines{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;
font-size:.8rem;}
code{color:var(--code);overflow-wrap:anywhere;}
pre{overflow:auto;margin:.25rem 0;padding:.5rem;background:var(--card);border-radius:6px;}
a{color:var(--band);}
:focus-visible{outline:2px solid var(--band);outline-offset:2px;}
.good{color:var(--good);}.bad{color:var(--bad);}.warning{color:var(--warning);}
.band{color:var(--band);}.sum{font-size:1.1rem;}
.items{list-style:none;margin:0;padding:0;}
.items li{margin-bottom:.5rem;overflow-wrap:anywhere;}
dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem .75rem;margin:.15rem 0 0;}
dt{color:var(--faint);text-align:right;min-width:2.5rem;}
dd{margin:0;min-width:0;}
.scroll{overflow-x:auto;margin-bottom:.4rem;}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;}
th,td{padding:.2rem .75rem .2rem 0;text-align:left;white-space:nowrap;border-bottom:1px solid var(--line);}
.figures :is(td,thead th:not(.of-row)){text-align:right;padding:.2rem .25rem .2rem .75rem;}
thead th{color:var(--faint);font-weight:normal;}
details > summary{cursor:pointer;color:var(--faint);}
.source{display:flex;flex-direction:column;}
.lines{margin:0;padding:.4rem 0;height:0;flex:1 0 15rem;overflow:auto;position:relative;counter-reset:line;
list-style:none;background:var(--card);border-radius:6px;}
.lines li{counter-increment:line;padding:0 .75rem 0 3.25rem;position:relative;
border-left:3px solid transparent;white-space:pre-wrap;min-height:1.45em;}
.lines li::before{content:counter(line);position:absolute;left:0;width:2.4rem;text-align:right;
color:var(--faint);}
.lines code{color:inherit;}
.lines li.bad{border-color:var(--bad);color:inherit;}
.lines li.warning{border-color:var(--warning);color:inherit;}
.lines li.faint{border-color:var(--faint);color:inherit;}
.lines li.chosen,.lines li:target{background:var(--chosen);}
.note{white-space:normal;font:.85rem/1.4 system-ui,sans-serif;color:var(--faint);padding-bottom:.15rem;}
.bad > .note b{color:var(--bad);}.warning > .note b{color:var(--warning);}
.tools{display:flex;flex-wrap:wrap;gap:.3rem;align-items:center;margin-bottom:.35rem;}
.tools[hidden]{display:none;}
.tools label{margin-left:.5rem;color:var(--faint);}
button,select{font:inherit;font-size:.85rem;padding:.15rem .6rem;min-width:2.2rem;color:var(--ink);
background:var(--card);border:1px solid var(--line);border-radius:5px;}
button:hover{border-color:var(--faint);}
#timeline{touch-action:pan-y;user-select:none;-webkit-user-select:none;cursor:grab;border-radius:6px;}
#timeline svg{display:block;width:100%;}
#timeline text{font-size:11px;fill:var(--faint);}
#timeline .name{font-size:12px;fill:var(--ink);}#timeline .shown{font-weight:bold;}
#timeline .inside{fill:var(--ink);}
#timeline .rule{stroke:var(--line);fill:none;}
#timeline .f-good{fill:var(--good);}#timeline .f-late{fill:var(--bad);}
#timeline .f-mode{fill:var(--band);opacity:.35;}
#timeline .f-event{fill:var(--event);opacity:.45;}#timeline .f-busy0{fill:var(--busy);}
#timeline .f-busy1{fill:var(--event);opacity:.55;}#timeline .f-busy2{fill:var(--other);}
#timeline .f-episode{fill:var(--warning);opacity:.14;}
#timeline .f-interval{fill:var(--band);opacity:.13;}
#timeline .s-lost{stroke:var(--warning);fill:none;stroke-width:1.5;}
#timeline .s-due{stroke:var(--faint);fill:none;}
#timeline .s-join{stroke:var(--faint);fill:none;opacity:.6;}
#timeline .s-wait{stroke:var(--warning);fill:none;opacity:.45;}
#timeline .f-lag{fill:var(--ink);}
#timeline .s-drift{stroke:var(--band);fill:none;stroke-dasharray:5 3;}
#timeline .s-chosen{stroke:var(--ink);stroke-width:2;fill:none;}
#detail{min-height:3.1rem;padding:.35rem .75rem;margin-top:.25rem;background:var(--card);border-radius:6px;}
#keys{font-size:.85rem;max-width:none;}
#detail:empty{display:none;}
#detail ul{display:inline;margin:0;padding:0;}
#detail li{display:inline;margin-right:1rem;}
figure{margin:0;}
figure img{max-width:none;border-radius:6px;}
input[type=range]{width:min(30rem,60vw);vertical-align:middle;}
@media (min-width:62rem){
.wide{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:1.75rem;}
}
@media (max-width:40rem){body{padding:.75rem .75rem 2rem;}}
@media print{
body{max-width:none;padding:0;font-size:10pt;}
.tools,#keys,#calls{display:none;}
.lines{height:auto;overflow:visible;}
pre{overflow:visible;white-space:pre-wrap;}
.wide{display:block;}
.source{display:block;}
section,tr,.lines li{break-inside:avoid;}
.source,section:has(> details){break-inside:auto;}
}

"""#,
        "table": #"""
<div class="scroll" tabindex="0" role="region" aria-label="{{title}}">
<table{{class}}>
<thead><tr>{{head}}</tr></thead>
<tbody>
{{body}}</tbody>
</table>
</div>

"""#,
        "timeline": #"""
<section class="timeline">
<h2>Timeline</h2>
<div class="tools" id="tools" hidden><button type="button" id="out" aria-label="Zoom out" title="Zoom out">−</button><button type="button" id="in" aria-label="Zoom in" title="Zoom in">+</button><button type="button" id="all" aria-label="Show all of it" title="Show all of it">all</button><button type="button" id="earlier" aria-label="Earlier" title="Earlier">◀</button><button type="button" id="later" aria-label="Later" title="Later">▶</button><button type="button" id="previous" aria-label="Previous callback" title="Previous callback">‹ call</button><button type="button" id="next" aria-label="Next callback" title="Next callback">call ›</button><button type="button" id="worst" aria-label="The callback that came latest" title="The callback that came latest">worst</button><label>timer <select id="timer"></select></label></div>
<div id="timeline" tabindex="0" role="application" aria-label="Timeline" aria-describedby="keys" hidden></div>
<div id="detail" role="status" aria-live="polite"></div>
<p class="faint" id="keys">{{left}}| due, ▮ called (red: late by more than a tenth of the interval, or after its owner was gone), ○ skipped, each joined with its call · click, then wheel or + − zoom, drag or ← → move, n p go from call to call, ↑ ↓ from timer to timer, 0 shows all</p>
<details id="calls" hidden><summary>The callbacks in view, as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Callbacks in view"></div></details>
<details><summary>The lanes, as text</summary>
{{lanes}}</details>
</section>

"""#,
    ]
}
