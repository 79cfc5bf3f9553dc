// The limit that the ingest is measured against: a broker in the same process, JSON.parse, COPY, acknowledge. It checks
// nothing, evaluates nothing and keeps nothing up to date.
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Aedes } from 'aedes'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

interface Waiting {
  line: string
  settle: () => void
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const waiting: Waiting[] = []
let running = false

async function run(): Promise<void> {
  running = true
  while (waiting.length > 0) {
    const batch = waiting.splice(0, 2_000)
    const into = client.query(copyFrom('copy bare_reading from stdin'))
    await pipeline(Readable.from([batch.map((one) => one.line).join('')]), into)
    for (const one of batch) one.settle()
  }
  running = false
}

const aedes = new Aedes({
  concurrency: 0,
  authenticate: (_client, _user, _password, done) => done(null, true),
  authorizePublish: (_client, packet, done) => {
    const [, orgId, , deviceId] = packet.topic.split('/')
    const said = JSON.parse(packet.payload.toString()) as Record<string, number>
    const line = `${orgId}\t${Number(deviceId!.slice(-6))}\t${new Date(said.at!).toISOString()}\t${said.inBed}\t${said.heart}\t${said.breath}\t${said.move}\t${said.turn}\t${said.wet}\n`
    waiting.push({ line, settle: () => done(null) })
    if (!running) void run()
  },
})
await aedes.listen()
const server = createServer((socket) => {
  socket.setNoDelay(true)
  aedes.handle(socket)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as { port: number }).port}\n`)
})
