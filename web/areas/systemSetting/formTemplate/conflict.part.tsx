// Somebody else saved another design meanwhile: both are compared by their fields, and neither is lost.
import { Button } from 'antd'
import { type FormDesignData, sameField } from '#contract/kit/formDesign'

export interface DesignClash {
  message: string
  theirs: { design: FormDesignData; version: number; designVersion: number }
}

interface ConflictProps {
  clash: DesignClash
  mine: FormDesignData
  saving: boolean
  onMine(): void
  onTheirs(): void
}

const names = (fields: readonly { title: string }[]) => fields.map((field) => `“${field.title}”`).join('、') || '没有'

export function DesignConflict({ clash, mine, saving, onMine, onTheirs }: ConflictProps) {
  const { design: theirs, designVersion } = clash.theirs
  const others = new Map(theirs.fields.map((field) => [field.id, field]))
  const own = new Map(mine.fields.map((field) => [field.id, field]))
  const onlyMine = mine.fields.filter((field) => !others.has(field.id))
  const onlyTheirs = theirs.fields.filter((field) => !own.has(field.id))
  const both = mine.fields.filter((field) => others.has(field.id) && !sameField(field, others.get(field.id)!))
  return (
    <section className="yy-conflict yy-below-16 yy-round-card" role="alert">
      <header>{clash.message}。您的设计还在，请选择用哪一份：</header>
      <table>
        <tbody>
          <tr>
            <th>只在我的设计里</th>
            <td>{names(onlyMine)}</td>
          </tr>
          <tr>
            <th>只在已保存的第 {designVersion} 版里</th>
            <td>{names(onlyTheirs)}</td>
          </tr>
          <tr>
            <th>两份不一样</th>
            <td>{names(both)}</td>
          </tr>
        </tbody>
      </table>
      <footer>
        <Button disabled={saving} onClick={onTheirs}>
          改用已保存的（可撤销）
        </Button>
        <Button type="primary" loading={saving} onClick={onMine}>
          用我的再存一版
        </Button>
      </footer>
    </section>
  )
}
