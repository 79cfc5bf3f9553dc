// The thread that reads workbooks, from its source: for tests and tools that run without a build.
import { register } from 'tsx/esm/api'

register()
await import('./sheetWorker.ts')
