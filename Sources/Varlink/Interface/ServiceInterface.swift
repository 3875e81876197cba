extension Interface {
  /// `org.varlink.service`, which every Varlink service has.
  ///
  /// Names, types and errors are the standard's (varlink.org, "Service").
  public static let service = Interface(
    constant: """
      # What every Varlink service tells about itself, and the errors that any method may return.
      interface org.varlink.service

      # Says who made the service, what it is, and which interfaces it offers.
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # Returns the text of one of the service's interfaces.
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The service offers no interface of this name.
      error InterfaceNotFound (interface: string)

      # The interface defines no method of this name.
      error MethodNotFound (method: string)

      # The interface defines the method, but this service does not offer it.
      error MethodNotImplemented (method: string)

      # A parameter is missing, unknown or has a wrong value.
      error InvalidParameter (parameter: string)

      # The caller may not do this.
      error PermissionDenied ()

      # The method answers only calls that ask for more than one reply.
      error ExpectedMore ()

      """)
}
