// A reporter beside vitest's own: what each file took as a whole. The JSON report knows only the tests in it, not the
// start of the product before them.
import { writeFileSync } from 'node:fs'

export default class Times {
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { name: module.relativeModuleId, ms: Math.round(collectDuration + setupDuration + duration) }
    })
    writeFileSync(process.env.YIYUAN_TEST_TIMES, JSON.stringify(times))
  }
}
