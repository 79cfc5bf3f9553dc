// OpenAPI, printed from the contract, and a page to read it by. Nothing here is written by hand per call.
import type { FastifyInstance } from 'fastify'
import type { Call, Noun } from '#contract/kit/call'
import { lookUp } from '#contract/kit/lookup'
import { OPEN, SIGNED_IN } from '#contract/kit/permission'
import { type Names, pathNames, type RecordName, records } from '#contract/kit/records'
import { refusals, refusalText } from '#contract/kit/refusal'
import type { TObject, TSchema } from '#contract/kit/schema'

const plain = (schema: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(schema ?? {}))

const whoMay = (needs: string) => (needs === OPEN ? '无需登录' : needs === SIGNED_IN ? '登录即可' : `需要权限 ${needs}`)

/** What an id of the path names, as `x-of` says it of fields. */
function namedInPath({ names }: Call, param: string) {
  const of = names?.[param] ?? lookUp(pathNames, param)
  return of === undefined ? {} : { 'x-of': of }
}

function parametersOf(call: Call) {
  const { path, query } = call
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string', ...namedInPath(call, match[1]!) },
  }))
  const required = new Set(query?.required ?? [])
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: plain(schema),
  }))
  return [...inPath, ...inQuery]
}

function bodyOf(call: Call) {
  if (!call.body && call.transfer !== 'multipart') return {}
  const schema = plain(call.body ?? { type: 'object', properties: {} })
  if (call.transfer === 'multipart') {
    schema.properties = { file: { type: 'string', format: 'binary' }, ...(schema.properties as object) }
    return { requestBody: { content: { 'multipart/form-data': { schema } } } }
  }
  return {
    requestBody: { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } },
  }
}

const envelope = (data: TSchema) => ({
  type: 'object',
  properties: { status: { type: 'integer' }, desc: { type: 'string' }, data: plain(data) },
})

function operationOf(noun: Noun, call: Call) {
  const refused = call.refuses.map((code) => `${refusals[code][0]} ${refusalText(code)}`)
  return {
    operationId: call.key,
    tags: [`${noun.area} ${noun.title}`],
    summary: call.act,
    description: [whoMay(call.needs), ...refused].join('\n\n'),
    parameters: parametersOf(call),
    ...bodyOf(call),
    security: call.needs === OPEN ? [] : [{ token: [] }],
    responses: {
      200: {
        description: '成功时 status 为 200；否则 desc 说明原因',
        content:
          call.transfer === 'download'
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: envelope(call.data) } },
      },
    },
  }
}

export function openapi(nouns: readonly Noun[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const noun of nouns) {
    for (const call of Object.values(noun.calls)) {
      const methods = (paths[call.path] ??= {})
      methods[call.method.toLowerCase()] = operationOf(noun, call)
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: '颐园 Yiyuan', version },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  }
}

const html = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** 编号（老人）: what an id names. */
function namesIn(field: TSchema): string {
  const { 'x-of': of } = (field.type === 'array' ? (field.items ?? {}) : field) as { 'x-of'?: Names }
  if (of === undefined || (typeof of === 'object' && 'none' in of)) return ''
  return `编号（${([of].flat() as RecordName[]).map((name) => records[name]).join('、')}）`
}

function fieldsTable(title: string, schema: TSchema | undefined): string {
  const properties = (schema as TObject | undefined)?.properties
  if (!properties) return ''
  const required = new Set((schema as TObject).required ?? [])
  const rows = Object.entries(properties).map(([name, field]) => {
    const one = field as { title?: string; type?: string; enum?: unknown[]; hint?: string }
    const kind = one.enum ? one.enum.filter((value) => value !== null).join(' / ') : (one.type ?? '')
    const words = [one.title, one.hint, namesIn(field)].filter(Boolean).join('，')
    return `<tr><td><code>${html(name)}</code>${required.has(name) ? ' *' : ''}</td><td>${html(kind)}</td><td>${html(words)}</td></tr>`
  })
  return rows.length > 0 ? `<h4>${title}</h4><table>${rows.join('')}</table>` : ''
}

function callSection(call: Call): string {
  const refused = call.refuses.map((code) => `<li>${refusals[code][0]} ${html(refusalText(code))}</li>`).join('')
  return `<details id="${html(call.key)}"><summary><b class="${call.method}">${call.method}</b> <code>${html(call.path)}</code> ${html(call.act)} <i>${html(whoMay(call.needs))}</i></summary>${fieldsTable('查询参数', call.query)}${fieldsTable('请求内容', call.body)}${fieldsTable('返回 data', call.data)}${refused ? `<h4>可能的拒绝</h4><ul>${refused}</ul>` : ''}</details>`
}

const STYLE = `body{font:14px/22px "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:1100px;margin:24px auto;padding:0 16px;color:#1B2430}
h1{font-size:22px}h2{font-size:16px;margin:28px 0 8px}h4{margin:12px 0 4px}details{border:1px solid #DFE4EA;border-radius:6px;padding:6px 12px;margin:4px 0}
summary{cursor:pointer}i{color:#5F6B7A;font-style:normal;float:right}table{border-collapse:collapse}td{border:1px solid #ECEFF3;padding:2px 10px}
b{display:inline-block;width:60px;font-size:12px}.GET{color:#177645}.POST{color:#1763B8}.PUT{color:#935600}.DELETE{color:#C4221A}`

export function docsPage(nouns: readonly Noun[], version: string): string {
  const sections = nouns
    .filter((noun) => Object.keys(noun.calls).length > 0)
    .map(
      (noun) =>
        `<h2>${html(noun.area)} · ${html(noun.title)}</h2>${Object.values(noun.calls).map(callSection).join('')}`,
    )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>颐园接口文档</title><style>${STYLE}</style><h1>颐园接口文档 <small>V${html(version)}</small></h1><p>所有接口返回 <code>{ status, desc, data }</code>；机器可读的版本见 <a href="/openapi.json">/openapi.json</a>。</p>${sections.join('')}</html>`
}

/** Made when somebody asks, and kept: a house that never reads them does not carry them. */
export function registerDocs(server: FastifyInstance, nouns: readonly Noun[], version: string) {
  let json: string | undefined
  let page: string | undefined
  server.get('/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(openapi(nouns, version))
    return reply.type('application/json; charset=utf-8').send(json)
  })
  server.get('/docs', (_request, reply) => {
    page ??= docsPage(nouns, version)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
