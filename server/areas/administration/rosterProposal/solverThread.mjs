// The thread that solves one program: every better answer is handed over as soon as it is found, so that whoever ends the
// thread has the best of them. It exists only while it solves.
import { parentPort, workerData } from 'node:worker_threads'
import loadHighs from 'highs'

const { program, start, seconds } = workerData
const highs = await loadHighs()
const cols = program.cost.length
const rows = program.rowLower.length
const model = highs.createModel({
  numCols: cols,
  numRows: rows,
  colCost: program.cost,
  colLower: new Float64Array(cols),
  colUpper: program.upper,
  rowLower: program.rowLower,
  rowUpper: program.rowUpper,
  matrix: {
    format: 'csr',
    numRows: rows,
    numCols: cols,
    starts: program.starts,
    indices: program.indices,
    values: program.values,
  },
  integrality: program.whole,
})
model.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: 0.01, random_seed: 1 })
model.setSolution({ colValue: start })
model.run({
  [highs.constants.callbackType.mipImprovingSolution](event) {
    parentPort.postMessage({ better: event.data.mip_solution })
  },
})
parentPort.postMessage({ done: model.getSolution().colValue })
