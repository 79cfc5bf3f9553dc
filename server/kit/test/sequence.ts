// Tests that need no database run first, while the templates of the others are filled (globalSetup.ts). Within a project
// the order is vitest's own: what took longest the last time comes first, so that all workers are busy to the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const needsDatabase = (file: TestSpecification) => Number(file.project.name === 'server')

export class Sequence extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => needsDatabase(a) - needsDatabase(b))
  }
}
