// Around every journey: it stops at its first failed step, of which a picture is kept, and leaves nothing behind.
import { afterAll, afterEach, beforeEach } from 'vitest'
import { closeDesks, pictureOfFailure } from './browser.ts'
import { closeDatabase } from './database.ts'
import { giveBack } from './product.ts'

let broken = false

// A journey goes on from where its last step ended: after one that failed the others would only wait in vain.
beforeEach(({ skip }) => {
  if (broken) skip('an earlier step of this journey failed')
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  broken = true
  await pictureOfFailure(`${task.file.name}-${task.name}`)
})

// After those of the journey itself.
afterAll(async () => {
  await closeDesks()
  await closeDatabase()
  await giveBack()
})
