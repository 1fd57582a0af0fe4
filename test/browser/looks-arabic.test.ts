import { walkEveryScreen } from '../support/console/walk-every-screen.ts';

walkEveryScreen('ar');
