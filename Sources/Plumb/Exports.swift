// The words of orientation belong to the library's own vocabulary: an application imports Plumb and nothing else.
@_exported public import Orientation

@_exported public import struct PlumbInterface.RotationState
