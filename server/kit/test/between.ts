// A stretch of wire between a process and its database that can be cut.
import { createServer, connect as dial, type Socket } from 'node:net'
import pg from 'pg'

/** Between the process and its database; counts who comes. */
export async function between(url: string) {
  const { host, port } = new pg.Client({ connectionString: url })
  const open = new Set<Socket>()
  const state = { came: 0, refuse: 0 }
  const server = createServer((socket) => {
    state.came++
    socket.on('error', () => undefined)
    if (state.refuse > 0) {
      state.refuse--
      socket.destroy()
      return
    }
    const up = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host)
    up.on('error', () => socket.destroy())
    open.add(socket.on('close', () => up.destroy()))
    socket.pipe(up).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  const { user, password, database } = new pg.Client({ connectionString: url })
  return {
    state,
    url: `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${address.port}/${database}`,
    cut: () => {
      for (const socket of open) socket.destroy()
      open.clear()
    },
    close: () => server.close(),
  }
}
