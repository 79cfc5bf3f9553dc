// In which order test files run, so that all who work at them are busy to the end. Tests that need no database come
// first, while the templates of the others are filled (globalSetup.ts); of the journeys those that need no demo
// organisation, then the longest; the others as vitest has it: what took longest the last time first.
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const JOURNEYS = [
  'night',
  'restart',
  'accessible',
  'alarmFaults',
  'wholeStay',
  'buildOrganisation',
  'deskRoom',
  'tabs',
  'home',
  'alarmCut',
]

function placeOf(file: TestSpecification): number {
  if (file.project.name !== 'e2e') return file.project.name === 'server' ? 1 : 0
  const place = JOURNEYS.indexOf(basename(file.moduleId, '.test.ts'))
  return 2 + (place < 0 ? JOURNEYS.length : place)
}

export class Sequence extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}
