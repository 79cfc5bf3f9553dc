// Every entry of everybody's menu leads to a page that this person may open.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allows, SIGNED_IN } from '#contract/kit/permission'
import { type MenuItem, session } from '#contract/platform/session'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { landingEnds } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
beforeAll(async () => {
  app = await demoApp()
})
afterAll(() => app.close())

const leaves = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [...(item.routePath === null ? [] : [item]), ...leaves(item.children)])

test.each(demoAccounts.map((one) => [one.title, one] as const))('of %s', async (_, { userName, password }) => {
  const token = await app.signIn(userName, password)
  const landingEndId = userName === 'operator' ? landingEnds.OPEX.id : landingEnds.WEB.id
  const menu = await app.ask<MenuItem[]>('GET', session.calls.menu.path.replace('{landingEndId}', landingEndId), {
    token,
  })
  const buttons = await app.ask<{ authorityCode: string }[]>('GET', session.calls.buttons.path, { token })
  const codes = new Set(buttons.data.map((one) => one.authorityCode))
  const has = (code: string) => code === SIGNED_IN || codes.has(code)
  const pages = app.app.nouns.flatMap((noun) => Object.values(noun.pages))
  const shown = leaves(menu.data)
  expect(shown.length).toBeGreaterThan(1)
  const walls = shown.filter((item) => {
    const page = pages.find((one) => one.path.replace(/:\w+/g, 'all') === item.routePath)
    return !page || !allows(page.needs, has)
  })
  expect(walls.map((item) => item.menuName)).toEqual([])
})
