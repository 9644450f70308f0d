// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {Tree} from "../../base/Tree.sol";

/// @notice A call of acceptCriteriaBid, taken apart.
struct Accepting {
    Order order;
    bytes signature;
    uint256 fee;
    Sig feeSig;
    uint256 amount;
    uint256 least;
    uint256 tokenId;
    bytes32[] proof;
    address caller;
}

/// @notice Bob bids for any of eight items, of which Alice has all.
abstract contract CriteriaBase is ExchangeBase {
    using Tree for uint256[];

    uint256 internal constant CRITERIA = 1;
    uint256[] internal ids;

    function setUp() public override {
        super.setUp();
        for (uint256 id = 1; id <= 8; ++id) {
            if (id > 1) royal.give(alice, id);
            ids.push(id);
        }
    }

    function criteriaSalt(uint256 number) internal pure returns (uint256) {
        return saltOf(number, 0, 0, FEE) | (CRITERIA << 64);
    }

    /// Bob bids 1 PAY for each of three of these ids of `royal`; for any where the root is zero.
    function criteriaBid(bytes32 root) internal view returns (Order memory) {
        return Order(OrderKey(bob, criteriaSalt(9), money(), item(address(royal), uint256(root), 3)), 3 ether, 3, FEE);
    }

    function accepting(Order memory order, uint256 tokenId, bytes32[] memory proof) internal view returns (Accepting memory a) {
        (a.order, a.fee, a.amount, a.tokenId, a.proof, a.caller) = (order, FEE, 1 ether, tokenId, proof, alice);
        a.signature = bobs(order);
    }

    /// One that works, of which each test changes one thing: the fifth of eight ids.
    function base() internal view returns (Accepting memory) {
        return accepting(criteriaBid(ids.root()), 5, ids.proof(4));
    }

    function bobs(Order memory order) internal view returns (bytes memory) {
        return joined(signed(BOB_KEY, exchange.digestByTerms(order, address(0))));
    }

    function call(Accepting memory a) internal {
        vm.prank(a.caller);
        exchange.acceptCriteriaBid(a.order, a.signature, a.fee, a.feeSig, a.amount, address(0), a.least, a.tokenId, a.proof);
    }

    function fails(Accepting memory a, bytes memory why) internal {
        vm.expectRevert(why);
        call(a);
        vm.assertEq(exchange.filled(a.order.key.owner, a.order.key.salt), 0, "untouched");
    }

    function unsigned(Accepting memory a) internal {
        fails(a, abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, a.order.key.owner));
    }

    function outside(Accepting memory a) internal {
        bytes32 root = bytes32(a.order.key.buyAsset.tokenId);
        fails(a, abi.encodeWithSelector(IExchange.ExchangeIdOutsideCriteria.selector, a.tokenId, root));
    }
}
