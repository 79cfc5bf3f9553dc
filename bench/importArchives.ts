// Ten thousand archives, a hundred of them wrong, from the workbook to the last row, and how large the server grew.
import { readFileSync } from 'node:fs'
import { cardOf } from '#server/areas/live/test/cards'
import { writeSheet } from '#server/kit/excel'

const ROWS = 10_000
const WRONG_EVERY = 100
const IMPORT = '/pims/web-pi/oldmans/proFile/import'
const HEAD = ['姓名*', '证件号码*', '民族', '本人电话', '家属1姓名', '家属1关系', '家属1电话']
const DAY_MS = 86_400_000

function lineOf(i: number): string[] {
  // Two hundred cards a day: each number is used once.
  const born = new Date(Date.UTC(1930, 0, 1) + Math.floor(i / 200) * DAY_MS).toISOString().slice(0, 10)
  const card = cardOf(i % 200, { born: born.replaceAll('-', ''), place: '330106' })
  return [
    `${'赵钱孙李周吴郑王'[i % 8]}建${'国华明平'[i % 4]}`,
    i % WRONG_EVERY === 7 ? '1' : card,
    '汉族',
    '13900001234',
    '王秀兰',
    '女儿',
    '13800002516',
  ]
}

export interface ImportMeasured {
  seconds: number
  peakMiB: number
  added: number
  failed: number
}

export async function importArchives(url: string, token: string, pid: number): Promise<ImportMeasured> {
  const content = await writeSheet<string[]>({
    title: '老人档案',
    columns: HEAD.map((title, at) => ({ title, value: (line) => line[at] ?? null })),
    rows: Array.from({ length: ROWS }, (_, i) => lineOf(i)),
  })
  const call = async <T>(path: string, init: RequestInit) => {
    const answer = await fetch(url + path, { ...init, headers: { authorization: token, ...init.headers } })
    const { status, desc, data } = (await answer.json()) as { status: number; desc: string; data: T }
    if (status !== 200) throw new Error(`${path}: ${desc}`)
    return data
  }
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), '老人.xlsx')
  const began = performance.now()
  const checked = await call<{ token: string }>(`${IMPORT}/check`, { method: 'POST', body: form })
  const { runId } = await call<{ runId: string }>(IMPORT, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: checked.token }),
  })
  for (;;) {
    const run = await call<{ state: string; result: { added: number; failed: number } }>(
      `/passport/web-org/jobs/${runId}`,
      { method: 'GET' },
    )
    if (run.state === 'done') {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return {
        seconds: (performance.now() - began) / 1000,
        peakMiB: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024,
        ...run.result,
      }
    }
    if (run.state === 'failed' || run.state === 'cancelled') throw new Error(`the import ended as ${run.state}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
