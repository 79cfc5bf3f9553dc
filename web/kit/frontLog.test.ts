import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOG_BUFFER } from './constants.ts'
import { note, noted, noteError, pageAddress, sendNotes } from './frontLog.ts'
import { setGateway } from './transport.ts'

let server: Server
let status = 200
const bodies: { log: { type: string; message: string; time: string }[] }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (status === 200) bodies.push(JSON.parse(Buffer.concat(parts).toString('utf8')))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status, data: null }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  setGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('the log buffer', () => {
  it('keeps the last twelve lines and is empty once they are sent', async () => {
    for (let n = 0; n < 20; n++) note('info', `line ${n}`)
    expect(noted()).toHaveLength(LOG_BUFFER)
    await sendNotes()
    expect(noted()).toHaveLength(0)
    expect(bodies[0]!.log.map((line) => line.message)).toEqual(Array.from({ length: 12 }, (_, n) => `line ${n + 8}`))
    expect(bodies[0]!.log[0]!.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('is sent with every error, without passwords', async () => {
    noteError(5000, '{"loginName":"liumin","loginPassword":"Geheim1"}', 'E-1')
    await expect.poll(() => bodies.length).toBe(2)
    expect(bodies[1]!.log[0]!.message).toBe('E-1 #5000 {"loginName":"liumin","loginPassword":"***"}')
  })

  it('never tells the key of a screen or the code of an invitation', async () => {
    noteError(5000, '{"orgId":"a1","screenKey":"Geheim2"}', 'E-3')
    await expect.poll(() => bodies.length).toBe(3)
    expect(bodies[2]!.log[0]!.message).toBe('E-3 #5000 {"orgId":"a1","screenKey":"***"}')
    expect(pageAddress({ pathname: '/', hash: '#/home' })).toBe('#/home')
    expect(pageAddress({ pathname: '/yy/index.html', hash: '#/home' })).toBe('#/home')
    expect(pageAddress({ pathname: '/fullchart.html', hash: '#Geheim2' })).toBe('/fullchart.html')
    expect(pageAddress({ pathname: '/family.html', hash: '#/Geheim3' })).toBe('/family.html')
  })

  it('keeps the lines while the server cannot take them', async () => {
    status = 503
    noteError(999, 'down', 'E-2')
    await expect.poll(() => noted().length).toBe(1)
    status = 200
    await sendNotes()
    expect(bodies.at(-1)!.log[0]!.message).toContain('down')
  })
})
