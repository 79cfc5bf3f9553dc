// What axe finds on a page as it stands: what a screen reader, a keyboard or weak eyes would stumble over.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

type Found = { id: string; nodes: { html: string; failureSummary: string }[] }[]
interface WithAxe {
  axe: { run(context: Document, options: object): Promise<{ violations: Found }> }
}

/** Empty when all is well. */
export async function violations(page: Page): Promise<string[]> {
  // What the pointer stands on has colours of its own.
  await page.mouse.move(0, 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(async (values) => {
    // Lies over everything and is no part of any page.
    document.querySelector<HTMLElement>('#yy-watermark')?.style.setProperty('display', 'none')
    const { axe } = window as unknown as WithAxe
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false, selectors: false }
    return (await axe.run(document, options)).violations
  }, RULES)
  return found.flatMap(({ id, nodes }) => nodes.map((one) => `${id}: ${one.html.slice(0, 300)} ${one.failureSummary}`))
}
