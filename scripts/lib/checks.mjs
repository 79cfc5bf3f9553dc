// The checks of `npm run check`, each with a title and a run that answers the faults it found, as text.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundaryFaults, lengthFaults, pageFaults, styleFaults } from './boundaries.mjs'
import { ensureBuilt } from './build.mjs'
import { circleFaults } from './circles.mjs'
import { run, tool } from './command.mjs'
import { root } from './root.mjs'
import { sqlFaults } from './sqlFaults.mjs'
import { stateFaults } from './stateFaults.mjs'

const trees = ['contract', 'server', 'web', 'simulator', 'e2e', 'bench', 'scripts']

function sourceFiles() {
  const files = new Map()
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (/\.(tsx?|mjs|css)$/.test(entry.name)) files.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  for (const tree of trees) if (existsSync(join(root, tree))) walk(tree)
  return files
}

const outcome = async (command) => {
  const { code, output } = await command
  return code === 0 ? [] : [output.trim() || `exit code ${code}`]
}

const checks = [
  {
    title: '类型 (types)',
    run: () => outcome(tool('typescript/bin/tsc', ['--noEmit', '-p', '.'], { quiet: true, allowFailure: true })),
  },
  {
    title: '代码规范与格式 (lint, format)',
    run: () => outcome(tool('@biomejs/biome/bin/biome', ['check', '.'], { quiet: true, allowFailure: true })),
  },
  { title: '边界 (imports)', run: async () => boundaryFaults(sourceFiles()) },
  { title: '循环引用 (circles)', run: async () => circleFaults(sourceFiles()) },
  { title: '机构与表 (SQL)', run: async () => sqlFaults(sourceFiles()) },
  { title: '状态的名字 (states)', run: async () => stateFaults(sourceFiles()) },
  { title: '文件长度 (length)', run: async () => lengthFaults(sourceFiles()) },
  { title: '样式 (styles)', run: async () => styleFaults(sourceFiles()) },
  { title: '页面与接口 (pages, calls)', run: checkDeclared },
]

/** Everything that is declared exists: pages have files, calls have handlers, nothing is declared twice. */
async function checkDeclared() {
  await ensureBuilt(['server'], { silent: true })
  const { output } = await run(process.execPath, ['dist/server/declared.js'], { quiet: true })
  const { pages, faults } = JSON.parse(output)
  const present = [...sourceFiles().keys()].filter((file) => /^web\/areas\/.*\.page\.tsx$/.test(file))
  return [...faults, ...pageFaults(pages, present)]
}

/** Runs them all, says what it finds, and answers how many passed and failed. */
export async function runChecks() {
  let passed = 0
  let failed = 0
  for (const { title, run: check } of checks) {
    const faults = await check().catch((error) => [error.message])
    if (faults.length === 0) passed++
    else failed++
    console.log(`${faults.length === 0 ? '✓' : '✗'} ${title}`)
    for (const fault of faults) console.log(fault)
  }
  return { passed, failed }
}
