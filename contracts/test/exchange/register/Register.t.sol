// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {Vm} from "../../base/Vm.sol";

contract RegisterTest is ExchangeBase {
    function register(Order memory order) private {
        vm.prank(order.key.owner);
        exchange.register(order);
    }

    function fill(Order memory order, Sig memory sig) private {
        vm.prank(bob);
        exchange.exchange{value: due(order.buying, FEE)}(order, sig, FEE, none(), 1, address(0));
    }

    function fillReverts(Order memory order, Sig memory sig) private {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, order.key.owner));
        fill(order, sig);
    }

    /// [TX-33] no signature stands for a registered order
    function test_FillsWithoutSignature() public {
        register(aSale());
        vm.assertTrue(exchange.isRegistered(aSale()), "registered");
        fill(aSale(), none());
        vm.assertEq(nft.ownerOf(1), bob, "item");
        assertOver(aSale(), 0.05 ether);
    }

    function test_LogsTheOrder() public {
        vm.recordLogs();
        register(aSale());
        Vm.Log memory log = vm.getRecordedLogs()[0];
        vm.assertEq(log.topics[0], IExchange.Registered.selector, "topic");
        vm.assertEq(log.topics[1], bytes32(uint256(uint160(alice))), "owner");
        vm.assertEq(log.topics[2], exchange.hashOrder(aSale()), "hash");
        vm.assertEq(keccak256(log.data), keccak256(abi.encode(aSale())), "order");
    }

    function test_RevertWhen_CallerIsNotTheOwner() public {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeCallerNotOwner.selector, eve, alice));
        vm.prank(eve);
        exchange.register(aSale());
        fillReverts(aSale(), none());
    }

    function test_RevertWhen_TheOrderIsAnother() public {
        register(aSale());
        Order memory cheaper = aSale();
        cheaper.buying = PRICE - 1;
        fillReverts(cheaper, none());
        Order memory other = aSale();
        other.key.salt = saltOf(6);
        fillReverts(other, none());
    }

    /// A signature that is there must be right, registered or not.
    function test_RevertWhen_TheSignatureIsBroken() public {
        register(aSale());
        fillReverts(aSale(), makerSig(EVE_KEY, aSale()));
        fillReverts(aSale(), Sig(27, 0, 0));
        fillReverts(aSale(), Sig(0, bytes32(uint256(1)), 0));
        fillReverts(aSale(), Sig(0, 0, bytes32(uint256(1))));
        fill(aSale(), makerSig(ALICE_KEY, aSale()));
    }

    /// Where the chain splits, what was registered before counts on the old side only.
    function test_RevertWhen_TheChainIsAnother() public {
        register(aSale());
        vm.chainId(31338);
        fillReverts(aSale(), none());
    }

    function test_RevertGiven_Cancelled() public {
        register(aSale());
        vm.prank(alice);
        exchange.cancel(aSale().key);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 5));
        fill(aSale(), none());
    }

    function test_WhenTheZeroAddressIsTheOwner() public {
        Order memory order = aSale();
        order.key.owner = address(0);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeCallerNotOwner.selector, bob, address(0)));
        vm.prank(bob);
        exchange.register(order);
        fillReverts(order, none());
    }

    function test_WhenABidIsRegistered() public {
        Order memory order = aBid(address(nft));
        register(order);
        vm.prank(alice);
        exchange.exchange(order, none(), FEE, none(), PRICE, address(0));
        vm.assertEq(nft.ownerOf(1), bob, "item");
        assertOver(order, 0);
    }

    function testFuzz_OnlyExactlyThisOrder(uint256 salt, uint256 price, uint8 bit) public {
        price = bound(price, 1, 1e24);
        Order memory order = aSale();
        (order.key.salt, order.buying) = (uint64(salt), price);
        register(order);
        Order memory other = aSale();
        (other.key.salt, other.buying) = (order.key.salt ^ (1 << (bit % 64)), price);
        vm.deal(bob, due(price, FEE));
        fillReverts(other, none());
        fill(order, none());
    }
}
