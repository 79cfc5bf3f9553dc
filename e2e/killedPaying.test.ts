// The server and its database are killed while cashiers take money: after the restart every answered payment is there
// once, those without an answer can be sent again without being booked twice, and the books verify.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postmasterPid } from '#server/kit/postmasterPid'
import { filledFolder } from './kit/product.ts'
import { type Product, startServer } from './kit/server.ts'
import { passwordOf } from './kit/signIn.ts'

const CASHIERS = 16
const ANSWERS_BEFORE = 150

interface Payment {
  requestNo: string
  oldmanId: string
  amountFen: number
}
interface Answered extends Payment {
  groupId: string
  receiptNo: string
}
interface Row {
  groupId: string
  receiptNo: string | null
  amountFen: number
}

let folder: string
let product: Product
let token: string

/** With the product's own PostgreSQL, as on a bare machine. */
const start = () => startServer({ databaseUrl: '', dataDir: folder, env: { PHOTO_CODE: 'off' } })

async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  requestNo?: string,
): Promise<{ status: number; desc: string; data: T }> {
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: token }),
      ...(requestNo && { 'x-request-no': requestNo }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as { status: number; desc: string; data: T }
}

async function signIn(): Promise<void> {
  token = ''
  const answer = await ask<{ token: string }>('POST', '/passport/web-rbac/logins/login', {
    loginName: 'liumin',
    loginPassword: passwordOf('liumin'),
  })
  token = answer.data.token
}

const pay = ({ requestNo, oldmanId, amountFen }: Payment) =>
  ask<{ groupId: string; receiptNo: string }>(
    'POST',
    '/pims/web-pi/cost/pay',
    { kind: 'PRESTORE', oldmanId, payments: [{ source: 'CASH', way: 2, amountFen }], remark: 'kill' },
    requestNo,
  )

async function residents(): Promise<string[]> {
  const answer = await ask<{ list: { oldmanId: string }[] }>('GET', '/pims/web-pi/cost/account?page=1&size=20')
  return answer.data.list.map((row) => row.oldmanId)
}

async function booked(oldmanIds: readonly string[]): Promise<Row[]> {
  const lists = await Promise.all(
    oldmanIds.map((oldmanId) =>
      ask<{ list: (Row & { remark: string | null })[] }>(
        'GET',
        `/pims/web-pi/cost/statement/1?page=1&size=999999&oldmanId=${oldmanId}`,
      ),
    ),
  )
  return lists.flatMap((one) => one.data.list).filter((row) => row.remark === 'kill')
}

beforeAll(async () => {
  folder = await filledFolder('yiyuan-kill-')
  product = await start()
  await signIn()
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('killed under load, nothing that was answered is lost and nothing is booked twice', async () => {
  const people = await residents()
  expect(people.length).toBe(20)
  const answered: Answered[] = []
  const open: Payment[] = []
  let sent = 0
  let killed = false
  const cashier = async () => {
    while (!killed) {
      const one = { requestNo: `kill-${++sent}`, oldmanId: people[sent % people.length]!, amountFen: 100 + sent }
      try {
        const answer = await pay(one)
        if (answer.status === 200) answered.push({ ...one, ...answer.data })
        else open.push(one)
      } catch {
        open.push(one)
      }
      if (answered.length >= ANSWERS_BEFORE && !killed) {
        killed = true
        process.kill(product.process.pid!, 'SIGKILL')
        process.kill(postmasterPid(folder), 'SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: CASHIERS }, cashier))
  expect(answered.length).toBeGreaterThanOrEqual(ANSWERS_BEFORE)
  expect(open.length).toBeGreaterThan(0)

  product = await start()
  await signIn()
  const rows = await booked(people)
  const groups = new Map(rows.map((row) => [row.groupId, row]))
  expect(groups.size).toBe(rows.length)
  for (const one of answered) {
    expect(groups.get(one.groupId)).toMatchObject({ amountFen: one.amountFen, receiptNo: one.receiptNo })
  }

  // What had no answer is sent again under its number, as a browser does.
  for (const one of open) expect((await pay(one)).status).toBe(200)
  const all = await booked(people)
  const amounts = all.map((row) => row.amountFen).sort((a, b) => a - b)
  expect(amounts).toEqual(Array.from({ length: sent }, (_, i) => 101 + i))
  expect(new Set(all.map((row) => row.receiptNo)).size).toBe(sent)

  await product.stop()
  const verified = await promisify(execFile)(process.execPath, ['dist/server/ledgerVerify.js'], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', TZ: 'Asia/Shanghai' },
  })
  expect(verified.stdout).toContain('账目相符')
  product = await start()
})
