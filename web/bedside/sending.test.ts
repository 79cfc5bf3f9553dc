import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drugTake } from '#contract/drug/take'
import { refusals } from '#contract/kit/refusal'
import { setGateway } from '#web/kit/transport'
import type { Waiting } from '#web/offline/queue'
import { GIVE, GIVE_LATE } from './doses.ts'
import { photoName } from './photos.ts'
import { forgetFailures, sendWaiting } from './sending.ts'

let server: Server
let answer: { status: number; desc: string; data: unknown }
/** The last request: where it went, and its number. */
let asked: { path: string; no: string | undefined } | null = null

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    asked = { path: request.url ?? '', no: request.headers['x-request-no'] as string | undefined }
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  setGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => new Promise((done) => server.close(done)))

const press = (no: string): Waiting => ({
  no,
  user: 'u',
  what: 'add',
  input: { taskIds: ['t'] },
  files: [],
  at: '',
  about: '',
  refused: null,
  order: 1,
})
const kinds = async (no: string, times: number) => {
  const all: string[] = []
  for (let time = 0; time < times; time++) all.push((await sendWaiting(press(no))).kind)
  return all
}

it('waits for the database and for its turn, however long that takes', async () => {
  for (const [status, desc] of [refusals.DATABASE_AWAY, refusals.TOO_MANY_REQUESTS]) {
    answer = { status, desc, data: null }
    expect(await kinds('a', 5)).toEqual(Array(5).fill('later'))
  }
})

it('gives a defect three tries, and again as many when somebody asks for it', async () => {
  answer = { status: 500, desc: '系统出现异常', data: null }
  expect(await kinds('b', 3)).toEqual(['later', 'later', 'refused'])
  forgetFailures('b')
  expect(await kinds('b', 1)).toEqual(['later'])
})

it('a refusal stays with its sentence', async () => {
  answer = { status: 40901, desc: '何静 09:08 已执行', data: null }
  expect(await sendWaiting(press('c'))).toEqual({ kind: 'refused', reason: '何静 09:08 已执行' })
})

it('drugs go to their own calls under their number; a press of a release that nobody knows is not sent at all', async () => {
  answer = { status: 200, desc: '操作成功', data: { takes: [] } }
  expect(await sendWaiting({ ...press('d'), what: GIVE, input: { takeIds: ['x'] } })).toMatchObject({ kind: 'done' })
  expect(asked).toEqual({ path: drugTake.calls.add.path, no: 'd' })
  await sendWaiting({ ...press('e'), what: GIVE_LATE, input: { takeIds: ['x'] } })
  expect(asked).toEqual({ path: drugTake.calls.late.path, no: 'e' })
  expect(await sendWaiting({ ...press('f'), what: 'later release' })).toMatchObject({ kind: 'refused' })
  expect(asked?.no).toBe('e')
})

it('a photo is named by what it is', () => {
  const named = (type: string) => photoName(new Blob(['x'], { type }))
  expect(['image/jpeg', 'image/png', 'image/webp', ''].map(named)).toEqual([
    'photo.jpg',
    'photo.png',
    'photo.webp',
    'photo.jpg',
  ])
})
