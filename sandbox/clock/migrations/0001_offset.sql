-- How far the demo's time has been moved. Frozen once merged: a later change is a later file.

create table sandbox_clock.moved (
  only_row      boolean primary key default true check (only_row),
  milliseconds  bigint not null check (milliseconds >= 0) -- Ahead of real time; it never goes back.
);
insert into sandbox_clock.moved (milliseconds) values (0);
