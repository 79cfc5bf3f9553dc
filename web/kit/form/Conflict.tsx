// Somebody else saved the same record meanwhile. Both versions are shown field by field; nothing typed is lost.
import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { Field } from '#web/kit/fields/field'
import type { Values } from './SchemaForm.tsx'

export interface ConflictField {
  name: string
  title: string
  face: Field<unknown>
}

interface ConflictProps {
  /** The refusal's own words: who saved. */
  message: string
  /** Fields that differ now. */
  fields: readonly ConflictField[]
  mine: Values
  theirs: Values
  /** The values to go on with. */
  onMerge(values: Values): void
}

export function Conflict({ message, fields, mine, theirs, onMerge }: ConflictProps) {
  // What the user typed stands unless they say otherwise.
  const [takeTheirs, setTakeTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, other: boolean) => {
    const next = new Set(takeTheirs)
    if (other) next.add(name)
    else next.delete(name)
    setTakeTheirs(next)
  }
  return (
    <section className="yy-conflict yy-below-16 yy-round-card" role="alert">
      <header>
        {message}。
        {fields.length > 0 ? '下面是不同之处，选好后再保存；您填的内容都还在。' : '对方的修改与您的没有冲突。'}
      </header>
      {fields.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>项目</th>
              <th>我填的</th>
              <th>已保存的</th>
              <th>保留</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, title, face }) => (
              <tr key={name}>
                <td>{title}</td>
                <td>{face.cell(mine[name])}</td>
                <td>{face.cell(theirs[name])}</td>
                <td>
                  <Radio.Group
                    size="small"
                    value={takeTheirs.has(name)}
                    options={[
                      { value: false, label: '我的' },
                      { value: true, label: '已保存的' },
                    ]}
                    onChange={(event) => choose(name, event.target.value as boolean)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <footer>
        <Button
          type="primary"
          onClick={() =>
            onMerge({ ...mine, ...Object.fromEntries([...takeTheirs].map((name) => [name, theirs[name] ?? null])) })
          }
        >
          按所选继续
        </Button>
      </footer>
    </section>
  )
}
