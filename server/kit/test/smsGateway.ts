// A small SMS gateway on this machine: takes messages as the HTTP provider sends them and keeps them for the phone's
// owner, who reads them here; nobody reads a code anywhere else.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Taken {
  phone: string
  content: string
}

export interface SmsGateway {
  /** Settings of a product that sends through it. */
  env: ReturnType<typeof sendsThrough>
  /** Everything taken so far, oldest first. */
  taken: readonly Taken[]
  /** Waits for a message with a code to this phone, after those read before, and gives the digits. */
  code(phone: string): Promise<string>
  close(): Promise<void>
}

const TOKEN = 'gateway-of-the-tests'
const LIMIT_MS = 20_000
const LOOK_EVERY_MS = 20

/** Settings of a product that sends through the gateway at this address. */
export const sendsThrough = (url: string) => ({ SMS: 'http', SMS_URL: url, SMS_TOKEN: TOKEN })

async function bodyOf(request: IncomingMessage): Promise<Taken> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text) as Taken
}

/** GET gives what was taken, for tests that run in another process than the gateway. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end()
      return
    }
    if (request.method === 'GET') {
      response.end(JSON.stringify(taken))
      return
    }
    taken.push(await bodyOf(request))
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
  return {
    env: sendsThrough(url),
    taken,
    code: codeReader(async () => taken),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Reads codes of a gateway in another process. */
export const gatewayAt = (url: string) =>
  codeReader(async () => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })
    return (await answer.json()) as Taken[]
  })

const CODE = /验证码 (\d{6})/

function codeReader(all: () => Promise<readonly Taken[]>) {
  const read = new Map<string, number>()
  return async (phone: string): Promise<string> => {
    for (const end = Date.now() + LIMIT_MS; ; await pause(LOOK_EVERY_MS)) {
      const messages = await all()
      for (let at = messages.length - 1; at >= (read.get(phone) ?? 0); at--) {
        const { phone: to, content } = messages[at]!
        const code = to === phone ? CODE.exec(content)?.[1] : undefined
        if (!code) continue
        read.set(phone, at + 1)
        return code
      }
      if (Date.now() > end) throw new Error(`no code came to ${phone}`)
    }
  }
}
