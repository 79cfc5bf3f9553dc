// The thread that reads workbooks, from its source: for tests and tools that run without a build. A run of tests, which
// reads hundreds of them, translates the source once and says where it lies.
const translated = process.env.YIYUAN_TEST_SHEET_WORKER
if (translated) {
  await import(translated)
} else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./sheetWorker.ts')
}
