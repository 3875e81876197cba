// The words of orientation and what an application declares are the library's own vocabulary too: an application
// imports Plumb and nothing else.
@_exported public import Orientation

@_exported public import struct PlumbInterface.ApplicationDescription
@_exported public import enum PlumbInterface.IdiomName
@_exported public import enum PlumbInterface.ProfileName
@_exported public import enum PlumbInterface.RotationError
@_exported public import struct PlumbInterface.RotationState
