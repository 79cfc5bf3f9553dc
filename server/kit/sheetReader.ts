// A workbook from outside is read in a thread of its own, with memory and time of its own: one that was made to take
// too much of either ends the thread and is refused with a sentence, while the server goes on answering. The thread
// exists only while it reads.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { invalid } from '#contract/kit/refusal'
import { type SheetBounds, type SheetRow, USUAL_BOUNDS } from './excelRead.ts'
import { fewAtOnce } from './fewAtOnce.ts'
import type { SheetMessage, SheetOrder } from './sheetWorker.ts'

export interface ThreadLimits {
  megabytes: number
  milliseconds: number
}

const USUAL_LIMITS: ThreadLimits = { megabytes: 160, milliseconds: 60_000 }
const YOUNG_MEGABYTES = 16
const AT_ONCE = 2
const MOST_WAITING = 12

const inTurn = fewAtOnce(AT_ONCE)

const busy = () => invalid('正在读取的文件较多，请过一两分钟再试', 'file')
const PLAINER = '请下载新的模板，只把填写的内容用“选择性粘贴→数值”复制过去，或分成几个文件，再导入'
const tooLong = () => invalid(`文件读取时间过长，已停止。${PLAINER}`, 'file')
const tooMuch = () => invalid(`文件内容超出一次能读取的范围，已停止。${PLAINER}`, 'file')

/** The bundle beside ours; without a build the source, translated as it is loaded. */
function program(): URL {
  const built = new URL('./sheetWorker.js', import.meta.url)
  return existsSync(fileURLToPath(built)) ? built : new URL('./sheetWorkerSource.mjs', import.meta.url)
}

async function inThread(order: SheetOrder, limits: ThreadLimits): Promise<SheetRow[]> {
  const worker = new Worker(program(), {
    execArgv: [],
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<SheetRow[]>((resolve, reject) => {
      const rows: SheetRow[] = []
      timer = setTimeout(() => reject(tooLong()), limits.milliseconds)
      worker.on('message', (message: SheetMessage) => {
        if ('refused' in message) return reject(invalid(message.refused, 'file'))
        if ('done' in message) return resolve(rows)
        for (const row of message.rows) rows.push(row)
        worker.postMessage('taken')
      })
      worker.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
      )
      worker.on('exit', (code) => reject(new Error(`the thread that reads a workbook ended with ${code}`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

export interface SheetReading {
  bounds?: Partial<SheetBounds>
  limits?: Partial<ThreadLimits>
  /** Nobody waits at a screen: however many are in line before it, it is not sent away. */
  patient?: boolean
}

/** The filled rows of the first sheet. Refuses what cannot be read, what is too much, and more than a few at once. */
export const readSheet = (path: string, reading: SheetReading = {}): Promise<SheetRow[]> =>
  inTurn(
    () => inThread({ path, bounds: { ...USUAL_BOUNDS, ...reading.bounds } }, { ...USUAL_LIMITS, ...reading.limits }),
    MOST_WAITING,
    reading.patient ? undefined : busy,
  )

/** The first row is the head; one that is left out in the file is empty. */
export function withHead(rows: readonly SheetRow[]): { head: SheetRow['cells']; body: readonly SheetRow[] } {
  const [first, ...rest] = rows
  return first?.number === 1 ? { head: first.cells, body: rest } : { head: [], body: rows }
}
