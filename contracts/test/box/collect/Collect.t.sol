// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {BoxBase, IBalance} from "../../base/BoxBase.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";

contract BoxCollectTest is BoxBase {
    bytes4 private constant OPEN = bytes4(keccak256("open(bytes32,uint256)"));
    HostilePayee private winner;

    function setUp() public override {
        super.setUp();
        winner = new HostilePayee();
    }

    /// @dev Three editions wait for the winner, who takes no items.
    function threeWait() private returns (bytes32 id) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(multi), 7, 2);
        BoxOrder memory order = single(coin(), kinds);
        (order.assetAmounts[0], order.buying) = (10, 10 * PRICE);
        id = registered(order);
        drawnRefused(id, 3);
        vm.assertEq(box.kept(id, address(winner), 0), 3, "wait");
    }

    function drawnRefused(bytes32 id, uint256 boxes) private {
        winner.refuseItems();
        winner.act{value: boxes * DUE}(address(box), abi.encodeWithSelector(OPEN, id, boxes));
        mine(2);
        reveal(id, 0);
    }

    function collectReverts(bytes32 id, uint256 kind, uint256 count, address to, bytes memory why) private {
        vm.expectRevert(why);
        box.collect(id, kind, count, address(winner), to);
    }

    function test_WhenTheWinnerNamesAnother() public {
        bytes32 id = threeWait();
        vm.expectEmit(address(box));
        emit IBlindBox.PrizeCollected(id, address(winner), 0, 2, carol);
        winner.act(address(box), abi.encodeCall(box.collect, (id, 0, 2, address(winner), carol)));
        vm.assertEq(multi.balanceOf(carol, 7), 2, "elsewhere");
        vm.assertEq(box.kept(id, address(winner), 0), 1, "one more");
        vm.assertEq(multi.balanceOf(address(box), 7), 8, "with those not drawn");
    }

    function test_WhenAnybodyPushesThem() public {
        bytes32 id = threeWait();
        winner.takeItems();
        vm.prank(eve);
        box.collect(id, 0, 3, address(winner), address(winner));
        vm.assertEq(multi.balanceOf(address(winner), 7), 3, "the winner's");
        vm.assertEq(box.kept(id, address(winner), 0), 0, "none waits");
    }

    function test_RevertWhen_AnybodyElseTakesThem() public {
        bytes32 id = threeWait();
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutCallerNotAccount.selector, eve, address(winner)));
        vm.prank(eve);
        box.collect(id, 0, 3, address(winner), eve);
    }

    function test_RevertWhen_TheReceiverRefusesAgain() public {
        bytes32 id = threeWait();
        collectReverts(id, 0, 1, address(winner), abi.encodeWithSelector(IBlindBox.BoxDeliveryRefused.selector, address(winner), 0));
        vm.assertEq(box.kept(id, address(winner), 0), 3, "wait still");
    }

    function test_GivenMintedPrizesWait() public {
        bytes32 id = registered(aBox(coin()));
        drawnRefused(id, 10);
        vm.assertEq(prizes.minted(1), 0, "not yet");
        winner.act(address(box), abi.encodeCall(box.collect, (id, 1, 9, address(winner), carol)));
        vm.assertEq(IBalance(address(prizes)).balanceOf(carol), 9, "minted then");
    }

    /// Tickets that their buyer does not take back wait for it.
    function test_GivenTicketsWait() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        bytes32 id = registered(order);
        vm.prank(bob);
        multi.safeTransferFrom(bob, address(winner), 9, 3, "");
        winner.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        winner.act(address(box), abi.encodeWithSelector(OPEN, id, 1));
        winner.refuseItems();
        winner.set(Mood.Refuse);
        vm.warp(START + 30 minutes);
        box.refund(id);
        vm.assertEq(box.kept(id, address(winner), 255), 3, "tickets wait");
        vm.assertEq(box.claimable(address(winner)), PRICE, "bond, too");
        winner.act(address(box), abi.encodeCall(box.collect, (id, 255, 3, address(winner), carol)));
        vm.assertEq(multi.balanceOf(carol, 9), 3, "elsewhere");
    }

    function test_RevertWhen_FewerWait() public {
        bytes32 id = threeWait();
        bytes4 why = IBlindBox.BoxNothingKept.selector;
        collectReverts(id, 0, 4, address(winner), abi.encodeWithSelector(why, winner, 0, 3));
        collectReverts(id, 0, 0, address(winner), abi.encodeWithSelector(why, winner, 0, 3));
        collectReverts(id, 1, 1, address(winner), abi.encodeWithSelector(why, winner, 1, 0));
        collectReverts(id, 255, 1, address(winner), abi.encodeWithSelector(why, winner, 255, 0));
        collectReverts("none", 0, 1, address(winner), abi.encodeWithSelector(why, winner, 0, 0));
    }

    function test_WhenTheReceiverCallsBack() public {
        bytes32 id = threeWait();
        winner.takeItems();
        winner.reenter(IExchange(address(box)), abi.encodeCall(box.collect, (id, 0, 1, address(winner), address(winner))));
        box.collect(id, 0, 1, address(winner), address(winner));
        vm.assertTrue(!winner.entered() && winner.why() == IPayouts.PayoutReentered.selector, "shut");
        vm.assertEq(multi.balanceOf(address(winner), 7), 1, "one");
        vm.assertEq(box.kept(id, address(winner), 0), 2, "two wait");
    }
}
