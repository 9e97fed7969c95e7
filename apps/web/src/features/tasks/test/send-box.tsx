import type { TaskView } from '@knockwire/domain/tasks/task'
import classes from './test-result.module.css'
import type { TaskTest } from './use-task-test.ts'

interface SendBoxProps {
  task: TaskView
  test: TaskTest
}

/** Beside Test, where there is somebody to notify: a test pages nobody unless this is ticked. */
export const SendBox = ({ task, test }: SendBoxProps) =>
  task.notificationCount > 0 && (
    <label className={classes.sends}>
      <input
        type="checkbox"
        className={classes.checkbox}
        checked={test.sendsNotifications}
        onChange={({ currentTarget }) => test.setSendsNotifications(currentTarget.checked)}
      />
      Also send notifications
    </label>
  )
