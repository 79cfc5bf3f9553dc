// HTTP upgrades: which path belongs to which socket, on the main server and on listeners of their own.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { usualIntake } from './intake.ts'
import { SettingsError } from './settings.ts'

/** Takes the upgrade when the path is its own and says so. Duplicate and trailing slashes are already gone. */
export type UpgradeRoute = (path: string, request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

const reasons: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

export function attachUpgrades(server: Server, routes: readonly UpgradeRoute[]): () => void {
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that resets before a socket has taken over has nobody else to hear it.
    socket.on('error', () => undefined)
    const path = (request.url ?? '').split('?')[0]!.replace(/\/{2,}/g, '/')
    const tidy = path.length > 1 ? path.replace(/\/$/, '') : path
    if (!routes.some((route) => route(tidy, request, socket, head))) refuseUpgrade(socket, 404)
  }
  server.on('upgrade', listener)
  return () => server.off('upgrade', listener)
}

/** A server that answers nothing but upgrades. */
export function upgradeServer(routes: readonly UpgradeRoute[]): Server {
  const server = createServer({ headersTimeout: usualIntake.headersMs }, (_request, response) => {
    response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end()
  })
  attachUpgrades(server, routes)
  return server
}

/** What to say about a port that cannot be used; null when something else is wrong. */
export function refusedPort(error: NodeJS.ErrnoException, setting: string, port: number): SettingsError | null {
  switch (error.code) {
    case 'EADDRINUSE':
      return new SettingsError(setting, String(port), '端口已被占用，请停止占用它的程序或换一个端口')
    case 'EACCES':
      return new SettingsError(setting, String(port), '没有权限使用这个端口，请换一个大于 1023 的端口')
  }
  return null
}

/** Opens a listener named after its setting; answers the port. */
export async function listenOn(server: NetServer, setting: string, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(refusedPort(error, setting, port) ?? error)
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      resolve()
    })
  })
  return (server.address() as AddressInfo).port
}

export const closeServer = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()))
