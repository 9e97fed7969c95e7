import '../../theme/mantine-later-styles.ts'

export { Notifications, notifications } from '@mantine/notifications'
