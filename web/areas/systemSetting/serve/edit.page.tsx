// Server addresses in groups, each with a trial connection.
import { Button } from 'antd'
import { useState } from 'react'
import {
  BroadcastEncryption,
  ForceUpdate,
  JANUS_PORTS,
  type ServerGroup,
  serve,
  serverGroups,
} from '#contract/systemSetting/serve'
import { radioOf } from '#web/kit/fields/option'
import type { FieldSpecs, Section } from '#web/kit/form/SchemaForm'
import { SettingsForm } from '#web/kit/form/SettingsForm'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { timeZone } from './timeZone.part.tsx'
import './serve.css'

type Body = (typeof serve.calls.save)['body']
type Values = Readonly<Record<string, unknown>>

const fields: FieldSpecs<Body> = {
  ...Object.fromEntries(
    serverGroups.flatMap((group) => [
      [group.host, { title: '地址', placeholder: '如 192.168.1.20' }],
      [group.port, { title: '端口', ...(group.defaultPort !== null && { hint: `默认 ${group.defaultPort}` }) }],
    ]),
  ),
  janusEncrypted: { as: radioOf(BroadcastEncryption), title: '加密', hint: '改动后终端须使用新的端口才能收到广播' },
  timeZone: { as: timeZone },
  forceUpdate: { as: radioOf(ForceUpdate), title: '终端何时使用新地址' },
}

const sections: Section<Body>[] = [
  ...serverGroups.map((group) => ({
    title: `${group.title}（${group.hint}）`,
    fields: [
      group.host,
      // Its port follows from the encryption.
      group.port === 'janusPort' ? ('janusEncrypted' as const) : group.port,
      ...(group.host === 'ntpHost' ? (['timeZone'] as const) : []),
    ],
  })),
  { title: '生效方式', fields: ['forceUpdate'] },
]

/** Where the group's server is reached, as the form stands. */
function portOf(group: ServerGroup, values: Values): unknown {
  if (group.port !== 'janusPort') return values[group.port]
  return Number(values.janusEncrypted) === BroadcastEncryption.is.encrypted ? JANUS_PORTS.encrypted : JANUS_PORTS.plain
}

function Trial({ group, values }: { group: ServerGroup; values: Values }) {
  const host = values[group.host]
  const port = portOf(group, values)
  const [result, setResult] = useState<{ reached: boolean; text: string } | null>(null)
  const { run, running } = useAct(serve.calls.probe, { onDone: setResult })
  const ready = typeof host === 'string' && host !== '' && port !== null && port !== undefined && port !== ''
  return (
    <li className="yy-row yy-wrap yy-gap-8">
      <span style={{ minWidth: 98 }}>{group.title}</span>
      {ready ? <code>{`${host}:${port}`}</code> : <span className="yy-none">未填写</span>}
      {result && <StatusTag family={result.reached ? 'green' : 'red'}>{result.reached ? '连通' : '不通'}</StatusTag>}
      <Allowed needs={serve.calls.probe.needs}>
        <Button
          size="small"
          loading={running}
          disabled={!ready}
          onClick={() => void run({ host: String(host), port: Number(port) })}
        >
          测试连接
        </Button>
      </Allowed>
      {result && !result.reached && <p>{result.text}</p>}
    </li>
  )
}

export default function Serve() {
  return (
    <SettingsForm
      title="服务器设置"
      sub="呼叫、广播、对时等终端使用的服务器"
      read={serve.calls.get}
      save={serve.calls.save}
      fields={fields}
      sections={sections}
      columns={3}
      aside={(values) => (
        <PageCard title="测试连接" sub="只限机构内网">
          <ul className="yy-trials yy-plain-list">
            {serverGroups.map((group) => (
              <Trial
                key={`${group.host}${String(values[group.host])}${String(portOf(group, values))}`}
                group={group}
                values={values}
              />
            ))}
          </ul>
        </PageCard>
      )}
    />
  )
}
