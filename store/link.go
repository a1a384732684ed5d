package store

import (
	"context"
	"database/sql/driver"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// unanswered is how long data sent to a server may stay unacknowledged. After that
	// the connection counts as lost, even if nobody closed it. Without this limit the
	// system waits a quarter of an hour, or forever if nothing is sent.
	unanswered = 15 * time.Second
	// parting is how long connections stay open after the end of the context with which
	// the database was opened. In this time an interrupted command saves what it has;
	// then it ends, whatever the network does.
	parting = 9 * time.Second
	// TransactionTime is how long a transaction of a worker may take. It is for peers that
	// acknowledge data but never reply, such as a proxy that has lost the server.
	TransactionTime = 30 * time.Second
)

// link is a connection to a server that is closed soon after the context of its
// database ends.
type link struct {
	net.Conn
	forget func() bool
}

// Close closes the connection.
func (l *link) Close() error {
	err := l.Conn.Close()
	if !l.forget() { // it was closed already
		return nil
	}
	return err
}

// watchLinks makes the connections of a configuration end when the server does not
// acknowledge what was sent, and soon after ctx ends.
func watchLinks(ctx context.Context, config *pgx.ConnConfig) {
	parted, part := context.WithCancel(context.Background())
	context.AfterFunc(ctx, func() { time.AfterFunc(parting, part) })
	dialer := net.Dialer{
		Control:         limitUnanswered,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: unanswered / 3, Interval: unanswered / 6, Count: 4},
	}
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(parted, cancel)()
		conn, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &link{conn, context.AfterFunc(parted, func() { conn.Close() })}, nil
	}
}

// limitedTx is a transaction whose connection is dropped if it takes too long.
type limitedTx struct {
	driver.Tx
	end *time.Timer
}

// Commit commits the transaction.
func (t *limitedTx) Commit() error {
	defer t.end.Stop()
	return t.Tx.Commit()
}

// Rollback rolls the transaction back.
func (t *limitedTx) Rollback() error {
	defer t.end.Stop()
	return t.Tx.Rollback()
}
