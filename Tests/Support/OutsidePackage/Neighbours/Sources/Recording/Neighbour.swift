/// A module of a neighbour that happens to have this name.
public enum RecordingNeighbour {}
