// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice [F-5] While the oldest request could have been drawn for more than ten blocks, its owner knows what is left, and no
/// request is taken. Bob asks in block 100: block 101 decides, from 102 on there can be a draw, and block 111 is the last one.
contract OverdueTest is BoxBase {
    uint256 private constant ASKED = 100;
    uint256 private constant LAST = 111;

    function waiting() private returns (bytes32 id) {
        id = registered(aBox(coin()));
        openAs(bob, id, 1);
    }

    function overdue(uint256 request) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IBlindBox.BoxDrawOverdue.selector, request);
    }

    /// [F-5]
    function test_F5_RevertGiven_ElevenBlocksPassed() public {
        bytes32 id = waiting();
        vm.roll(LAST + 1);
        openReverts(eve, id, 1, DUE, overdue(0));
        vm.assertEq(box.boxOf(id).next, 1, "no request");
    }

    /// [F-5]
    function test_F5_RevertGiven_ManyBlocksPassed() public {
        bytes32 id = waiting();
        vm.roll(ASKED + 150);
        openReverts(eve, id, 1, DUE, overdue(0));
    }

    /// [F-5]
    function test_F5_RevertGiven_TheBlockHashIsGone() public {
        bytes32 id = waiting();
        vm.roll(ASKED + 9000);
        openReverts(eve, id, 1, DUE, overdue(0));
    }

    /// [F-5]
    function test_F5_RevertWhen_TheDocumentedFormIsSent() public {
        bytes32 id = waiting();
        vm.roll(LAST + 1);
        vm.expectRevert(overdue(0));
        vm.prank(eve);
        box.open{value: DUE}(aBox(coin()), none(), FEE, none(), 1, eve);
        vm.assertEq(box.boxOf(id).next, 1, "no request");
    }

    /// [F-5]
    function test_F5_RevertWhen_ATokenPays() public {
        bytes32 id = registered(aBox(token()));
        openAs(bob, id, 1);
        vm.roll(LAST + 1);
        openReverts(eve, id, 1, 0, overdue(0));
        vm.assertEq(pay.balanceOf(eve), 1000 ether, "nothing moved");
    }

    /// [F-5]
    function test_F5_RevertWhen_TicketsPay() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        bytes32 id = registered(order);
        openAs(bob, id, 1);
        vm.roll(LAST + 1);
        openReverts(eve, id, 1, 0, overdue(0));
    }

    /// [F-5]
    function test_F5_RevertWhen_TheOwnerAsks() public {
        bytes32 id = waiting();
        vm.roll(LAST + 1);
        openReverts(alice, id, 1, DUE, overdue(0));
    }

    /// [F-5]
    function test_F5_RevertWhen_TheWaitingBuyerAsks() public {
        bytes32 id = waiting();
        vm.roll(LAST + 1);
        openReverts(bob, id, 1, DUE, overdue(0));
    }

    /// [F-5]
    function test_F5_RevertWhen_TheLastBoxesAreAskedFor() public {
        bytes32 id = waiting();
        vm.roll(LAST + 1);
        openReverts(eve, id, 9, 9 * DUE, overdue(0));
    }

    /// [F-5]
    function test_F5_RevertGiven_AYoungerRequestWaitsBehind() public {
        bytes32 id = waiting();
        vm.roll(LAST);
        openAs(eve, id, 1);
        vm.roll(LAST + 1);
        openReverts(eve, id, 1, DUE, overdue(0));
    }

    /// [F-5]
    function test_F5_RevertGiven_TheNextRequestIsOverdue() public {
        bytes32 id = waiting();
        vm.roll(ASKED + 5);
        openAs(eve, id, 1);
        vm.roll(LAST + 6);
        reveal(id, 0);
        openReverts(eve, id, 1, DUE, overdue(1));
    }

    /// [F-5]
    function test_F5_RevertGiven_TheRevealWasMissed() public {
        bytes32 id = waiting();
        vm.roll(LAST + 1);
        vm.warp(START + 30 minutes);
        openReverts(eve, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxStopped.selector, id));
        box.refund(id);
        openReverts(eve, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxStopped.selector, id));
    }

    /// [F-5] What waits behind a missed draw is refunded, whatever its block.
    function test_F5_RevertGiven_TheSeriesIsStopped() public {
        bytes32 id = waiting();
        vm.roll(LAST);
        vm.warp(START + 20 minutes);
        openAs(eve, id, 1);
        vm.warp(START + 30 minutes);
        box.refund(id);
        vm.roll(LAST + 20);
        openReverts(eve, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxStopped.selector, id));
    }

    /// [F-5]
    function test_F5_GivenTheLastBlockIsNotOver() public {
        bytes32 id = waiting();
        vm.roll(LAST);
        openAs(eve, id, 1);
        vm.assertEq(box.boxOf(id).next, 2, "taken");
    }

    /// [F-5]
    function test_F5_GivenTheOldestIsDrawn() public {
        bytes32 id = waiting();
        vm.roll(LAST + 1);
        openReverts(eve, id, 1, DUE, overdue(0));
        reveal(id, 0);
        openAs(eve, id, 1);
        vm.assertEq(box.boxOf(id).next, 2, "taken again");
    }

    /// [F-5]
    function test_F5_GivenNothingWaits() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 1);
        vm.roll(LAST + 1000);
        openAs(eve, id, 1);
    }

    /// [F-5] As the proof of the finding had it, slowly: the owner knows that the last box holds the one rare prize, and buys it.
    function test_F5_RevertWhen_WhoKnowsTheRestBuysIt() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 9);
        vm.roll(LAST + 1);
        openReverts(alice, id, 1, DUE, overdue(0));
        reveal(id, 0);
        openAs(alice, id, 1);
    }
}
