// The thread that reads one workbook: it hands the rows over in portions, each when the last has been taken, so that
// neither side holds them twice. What it refuses it says; anything else is an error of the thread.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#contract/kit/refusal'
import { readBook, type SheetBounds, type SheetRow } from './excelRead.ts'

export interface SheetOrder {
  path: string
  bounds: SheetBounds
}

export type SheetMessage = { rows: SheetRow[] } | { refused: string } | { done: true }

const port = parentPort
if (!port) throw new Error('this program is a thread of the server')
const tell = (message: SheetMessage) => port.postMessage(message)
const { path, bounds } = workerData as SheetOrder

try {
  await readBook(path, bounds, async (rows) => {
    tell({ rows })
    await once(port, 'message')
  })
  tell({ done: true })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  tell({ refused: error.message })
}
