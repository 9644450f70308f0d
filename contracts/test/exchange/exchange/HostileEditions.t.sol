// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {EditionsBase} from "../../base/EditionsBase.sol";
import {HostileERC1155} from "../../base/Hostile1155.sol";
import {HostilePayee} from "../../base/Hostile.sol";
import {IExchangeBySig} from "../../base/IExchangeForms.sol";
import {PickyReceiver} from "../../base/Receivers1155.sol";

/// @notice Collections and receivers that misbehave while several units change hands.
contract ExchangeHostileEditionsTest is EditionsBase {
    function buyFor(address receiver, Order memory order, uint256 amount) private {
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        exchange.exchange{value: due(1 ether * amount, FEE)}(order, sig, FEE, none(), amount, receiver);
    }

    function callOf(Order memory order, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(IExchangeBySig.exchange, (order, makerSig(ALICE_KEY, order), FEE, none(), amount, address(0)));
    }

    function hostileLot() private returns (HostileERC1155 hostile, Order memory order) {
        hostile = new HostileERC1155();
        hostile.give(alice, ID, 10);
        vm.prank(alice);
        hostile.setApprovalForAll(address(proxy), true);
        order = tenFor(coin(), 1 ether);
        order.key.sellAsset.token = address(hostile);
    }

    /// [SOL-09]
    function test_RevertWhen_TheReceiverTakesNone() public {
        HostilePayee refusing = new HostilePayee();
        refusing.refuseItems();
        address[3] memory receivers = [address(refusing), address(new PickyReceiver()), address(proxy)];
        Order memory order = tenFor(coin(), 1 ether);
        Sig memory sig = makerSig(ALICE_KEY, order);
        for (uint256 i; i < receivers.length; ++i) {
            vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", receivers[i]));
            vm.prank(bob);
            exchange.exchange{value: due(3 ether, FEE)}(order, sig, FEE, none(), 3, receivers[i]);
        }
        vm.assertEq(exchange.filled(alice, order.key.salt), 0, "nothing counted");
    }

    /// Its hook finds the part counted already, and the door shut.
    function test_WhenTheReceiverReenters() public {
        HostilePayee receiver = new HostilePayee();
        vm.deal(address(receiver), 100 ether);
        Order memory order = tenFor(coin(), 1 ether);
        receiver.reenter(exchange, callOf(order, 7));
        buyFor(address(receiver), order, 3);
        vm.assertTrue(!receiver.entered(), "the guard held");
        vm.assertEq(token.balanceOf(address(receiver), ID), 3, "what was paid for");
        vm.assertEq(exchange.filled(alice, order.key.salt), 3, "counted once");
        receiver.reenter(exchange, abi.encodeCall(IPayouts.withdraw, ()));
        buyFor(address(receiver), order, 7);
        vm.assertTrue(!receiver.entered(), "and again");
        assertOver(order, 0.5 ether);
    }

    function test_WhenTheCollectionReenters() public {
        (HostileERC1155 hostile, Order memory order) = hostileLot();
        hostile.reenter(exchange, callOf(order, 1));
        buy(order, 3);
        vm.assertTrue(!hostile.entered(), "the guard held");
        vm.assertEq(bytes32(bytes4(hostile.why())), bytes32(IPayouts.PayoutReentered.selector), "by its own error");
        vm.assertEq(exchange.filled(alice, order.key.salt), 3, "counted once");
        vm.assertEq(hostile.balanceOf(bob, ID), 3, "moved once");
    }

    /// A collection can cheat its own buyers, which no market can prevent, and no others.
    function test_WhenTheCollectionMovesNothing() public {
        (HostileERC1155 hostile, Order memory order) = hostileLot();
        hostile.becomeLazy();
        buy(order, 10);
        assertOver(order, 0.5 ether);
        Order memory honest = tenFor(coin(), 1 ether);
        honest.key.salt = saltOf(700);
        buy(honest, 10);
        vm.assertEq(token.balanceOf(bob, ID), 10, "others trade on");
        assertOver(honest, 1 ether);
    }

    /// No amount of gas makes a part count and not move.
    function testFuzz_WhenGasIsScarce(uint256 gas_, uint256 part) public {
        Order memory order = tenFor(coin(), 1 ether);
        part = bound(part, 1, 10);
        gas_ = bound(gas_, 50_000, 600_000);
        bytes memory call = callOf(order, part);
        vm.prank(bob);
        (bool ok,) = address(exchange).call{value: due(1 ether * part, FEE), gas: gas_}(call);
        uint256 moved = ok ? part : 0;
        vm.assertEq(token.balanceOf(bob, ID), moved, "moved");
        vm.assertEq(exchange.isSpent(alice, order.key.salt) ? 10 : exchange.filled(alice, order.key.salt), moved, "counted");
        vm.assertEq(carol.balance, 0.05 ether * moved, "royalty");
    }
}
