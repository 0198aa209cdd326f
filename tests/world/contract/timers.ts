import { type ContractCases, pause } from './environment.ts';
import { equal } from './expect.ts';

export const timerCases: ContractCases = {
  'timers fire in the order of their delays, then of their creation': async ({ context }) => {
    const order: number[] = [];
    for (const ms of [90, 30, 60, 30.5, 30, 90]) context.setTimeout(() => order.push(ms), ms);
    await pause(context, 300);
    equal(
      order.map((ms) => Math.floor(ms)),
      [30, 30, 30, 60, 90, 90],
    );
    const same: number[] = [];
    for (let number = 1; number <= 10; number += 1) context.setTimeout((given: number) => same.push(given), 50, number);
    await pause(context, 200);
    equal(same, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  },
  'a cleared timer does not fire, even if it was due': async ({ context }) => {
    const { setTimeout, clearTimeout } = context;
    const fired: string[] = [];
    let second = 0;
    setTimeout(() => {
      fired.push('first');
      clearTimeout(second);
    }, 30);
    second = Number(setTimeout(() => fired.push('second'), 30));
    setTimeout(() => fired.push('third'), 30);
    const gone = setTimeout(() => fired.push('gone'), 10);
    clearTimeout(gone);
    clearTimeout(undefined);
    await pause(context, 200);
    equal(fired, ['first', 'third']);
  },
};
