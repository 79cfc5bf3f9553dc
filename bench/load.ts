// A load of fixed width on loopback: so many connections, each sending its next request when the last is answered.
import { Agent, request } from 'node:http'

export interface Target {
  port: number
  method: string
  path: () => string
  headers: Record<string, string>
  body?: () => string
}

export interface Measured {
  perSecond: number
  p50: number
  p99: number
  wrong: number
}

function once(agent: Agent, target: Target): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const body = target.body?.()
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: target.port,
        method: target.method,
        path: target.path(),
        headers: {
          ...target.headers,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let start = ''
        response.on('data', (chunk: Buffer) => {
          if (start.length < 20) start += chunk.toString('latin1', 0, 20)
        })
        response.on('end', () => resolve(start.startsWith('{"status":200')))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export async function load(target: Target, connections: number, milliseconds: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let wrong = 0
  const began = performance.now()
  const until = began + milliseconds
  const worker = async () => {
    while (performance.now() < until) {
      const at = performance.now()
      if (!(await once(agent, target))) wrong++
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), wrong }
}

const WARM_UP = 15_000

/** Both targets in turn, several times, so that what else the machine does hits both alike. */
export async function duel(
  ours: Target,
  plain: Target,
  connections: number,
  rounds: number,
  milliseconds: number,
  warmUp = WARM_UP,
) {
  const own: Measured[] = []
  const other: Measured[] = []
  // Both run hot before anything counts: the engine compiles what it has seen some thousand times.
  await load(ours, connections, warmUp)
  await load(plain, connections, warmUp)
  for (let round = 0; round < rounds; round++) {
    own.push(await load(ours, connections, milliseconds))
    other.push(await load(plain, connections, milliseconds))
  }
  // Over all rounds together: a single round on a shared machine says little.
  const mean = (values: Measured[]) => values.reduce((sum, one) => sum + one.perSecond, 0) / values.length
  return {
    ours: mean(own),
    plain: mean(other),
    ratio: mean(own) / mean(other),
    wrong: [...own, ...other].reduce((sum, one) => sum + one.wrong, 0),
  }
}
