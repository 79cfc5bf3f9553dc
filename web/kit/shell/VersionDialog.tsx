import { Button, Modal } from 'antd'
import { useState } from 'react'
import { shell, type VersionRecordData } from '#contract/platform/shell'
import { openPage } from '#web/kit/open'
import { useAct } from '#web/kit/query'

/** What changed with this release, once per user. */
export default function VersionDialog({ record }: { record: VersionRecordData }) {
  const [open, setOpen] = useState(true)
  const read = useAct(shell.calls.versionRead, { send: { loading: false } })
  const done = (then?: () => void) => {
    setOpen(false)
    void read.run({ recordId: record.recordId })
    then?.()
  }
  return (
    <Modal
      open={open}
      centered
      width={520}
      title={record.title}
      onCancel={() => done()}
      footer={
        <>
          <Button onClick={() => done(() => openPage('/versionsLog'))}>查看全部版本</Button>
          <Button type="primary" onClick={() => done()}>
            知道了
          </Button>
        </>
      }
    >
      <p className="yy-quiet">{record.releaseDate.slice(0, 10)} 更新</p>
      <div className="yy-version-text yy-scroll">{record.content}</div>
    </Modal>
  )
}
