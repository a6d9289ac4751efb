export function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
): Error {
  const reason = reasons[error.code ?? ''] ?? error.message
  return new Error(`Cannot listen on ${host}, port ${port}: ${reason}`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has the port.',
  EACCES: 'this user may not open the port.',
  EADDRNOTAVAIL: 'this machine does not have the address.',
  ENOTFOUND: 'the host name is not known.',
}
