import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, noun } from '#contract/kit/call'
import { list, obj, str } from '#contract/kit/schema'
import { noted } from './frontLog.ts'
import { declareLookup, nounTouched, reloadKnownLookups, reloadLookup, useLookups } from './lookup.ts'
import { onSignal } from './signals.ts'
import { perSession } from './storage.ts'
import { setGateway } from './transport.ts'

const jobs = noun('test', 'job', {
  title: '岗位',
  calls: {
    list: call.get('/jobs', { needs: 'signedIn', act: '岗位', data: list(obj({ jobId: str(), jobName: str() })) }),
  },
})

let server: Server
let answer = { status: 200, data: [{ jobId: '1', jobName: '护士' }] } as object
let asked = 0
const addresses: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked++
    addresses.push(decodeURIComponent(request.url ?? ''))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  setGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  declareLookup('jobs', { call: jobs.calls.list, items: (rows) => rows, value: 'jobId', label: 'jobName' })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('lookups', () => {
  it('refuse a name nobody has declared, and a second declaration', () => {
    expect(() => reloadLookup('nothing')).toThrow(/Lookup nothing is not defined/)
    expect(() =>
      declareLookup('jobs', { call: jobs.calls.list, items: (rows) => rows, value: 'jobId', label: 'jobName' }),
    ).toThrow(/declared twice/)
  })

  it('share one answer, kept under a dd-prefixed key, and are asked for again at the next start', async () => {
    const [one, two] = await Promise.all([reloadLookup('jobs'), reloadLookup('jobs')])
    expect(one).toBe(two)
    expect(asked).toBe(1)
    expect(one).toEqual([{ value: '1', label: '护士', search: '护士 hs', row: { jobId: '1', jobName: '护士' } }])
    expect(perSession.names()).toContain('dd-jobs')
    reloadKnownLookups()
    await expect.poll(() => asked).toBe(2)
  })

  it('log a failure, show nothing, and keep what was known', async () => {
    const failures: unknown[] = []
    const stop = onSignal('api-failed', (error) => failures.push(error))
    await reloadLookup('jobs')
    answer = { status: 500, desc: '坏了' }
    expect(await reloadLookup('jobs')).toHaveLength(1)
    expect(useLookups.getState().lists.jobs).toHaveLength(1)
    expect(failures).toEqual([])
    expect(noted().at(-1)).toMatchObject({ type: 'lookup', message: 'jobs: #5000 坏了' })
    stop()
  })

  it('are asked for again, once, when something of their noun was written', async () => {
    answer = { status: 200, data: [{ jobId: '2', jobName: '医生' }] }
    const before = asked
    nounTouched('test.job')
    nounTouched('test.job')
    nounTouched('test.other')
    await expect.poll(() => useLookups.getState().lists.jobs?.[0]?.label).toBe('医生')
    expect(asked).toBe(before + 1)
  })

  it('fetch dictionaries of one moment together, and later only what has changed', async () => {
    const value = {
      valueId: 'v',
      value: '1',
      label: '片剂',
      parentValue: null,
      enabled: true,
      pinyin: 'pianji',
      initials: 'pj',
    }
    const group = (dictionaryCode: string, values: object[]) => ({ dictionaryCode, version: 3, values })
    answer = {
      status: 200,
      data: [group('drug_form', [value, { ...value, value: '2', enabled: false }]), group('drug_type', [value])],
    }
    addresses.length = 0
    const [form] = await Promise.all([reloadLookup('dictionary:drug_form'), reloadLookup('dictionary:drug_type')])
    expect(addresses).toHaveLength(1)
    expect(addresses[0]).toContain('dictionaryCode=drug_form,drug_type')
    expect(form).toMatchObject([
      { value: '1', label: '片剂', search: expect.stringContaining('pj') },
      { value: '2', off: true },
    ])
    answer = { status: 200, data: [] }
    expect(await reloadLookup('dictionary:drug_form')).toEqual(form)
    expect(addresses.at(-1)).toContain('known=drug_form:3')
  })

  it('write down a dictionary that nobody knows', async () => {
    expect(await reloadLookup('dictionary:nothing')).toEqual([])
    expect(noted().at(-1)?.message).toContain('Dictionary nothing is not defined')
    expect(() => reloadLookup('dictionary:')).toThrow(/not defined/)
  })
})
