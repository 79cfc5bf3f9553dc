// In which order journeys run, so that all who work at them are busy to the end: those that need no demo organisation
// while it is being made, then the longest, then the others as long as they last took.
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const FIRST = [
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

const placeOf = (file: TestSpecification): number => {
  if (file.project.name !== 'e2e') return 0
  const place = FIRST.indexOf(basename(file.moduleId, '.test.ts'))
  return place < 0 ? FIRST.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Projects stay together: those before e2e have one place.
    return sorted.sort((a, b) => placeOf(a) - placeOf(b))
  }
}
