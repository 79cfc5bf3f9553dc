// A request that takes longer than 20 seconds: wait on, or give it up. One prompt for all that are slow at the moment.
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { QUESTION_LAYER } from '#web/kit/constants'
import { SLOW_TEXT } from '#web/kit/errorText'
import { noteSlow } from '#web/kit/frontLog'
import { useRoom } from '#web/kit/quiet'
import { useCovered } from '#web/kit/shell/News'
import { onSignal, type SlowRequest } from '#web/kit/signals'

export function SlowPrompt() {
  const [slow, setSlow] = useState<readonly SlowRequest[]>([])
  useEffect(() => {
    const stops = [
      onSignal('slow', (request) => setSlow((list) => [...list, request])),
      onSignal('slow-over', (id) =>
        setSlow((list) => (list.some((one) => one.id === id) ? list.filter((one) => one.id !== id) : list)),
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  // Over an alarm or the wall no question is asked: the request goes on, and the question comes when there is room.
  const room = useRoom()
  const covered = useCovered()
  const asks = slow.length > 0 && room !== 'busy' && !covered
  const [asked, setAsked] = useState(false)
  if (asks && !asked) setAsked(true)
  if (!asked) return null
  const keep = () => {
    for (const request of slow) request.keepWaiting()
    setSlow([])
  }
  const close = () => {
    for (const request of slow) {
      noteSlow(request.path, request.params, request.startedAt)
      request.close()
    }
    setSlow([])
  }
  return (
    <Modal
      open={asks}
      zIndex={QUESTION_LAYER}
      centered
      width={420}
      title="提示"
      closable={false}
      onCancel={keep}
      footer={
        <>
          <Button onClick={close}>关闭请求</Button>
          <Button type="primary" autoFocus onClick={keep}>
            继续等待
          </Button>
        </>
      }
    >
      <p>{SLOW_TEXT}。</p>
      <p className="yy-quiet">关闭只停止等待，已提交的内容是否生效以刷新后的列表为准。</p>
    </Modal>
  )
}
