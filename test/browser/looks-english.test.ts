import { walkEveryScreen } from '../support/walk-every-screen.ts';

walkEveryScreen('en');
