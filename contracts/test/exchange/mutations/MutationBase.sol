// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";

/// @notice One call of `exchange`, taken apart.
struct Attempt {
    Order order;
    Sig sig;
    uint256 fee;
    Sig feeSig;
    uint256 amount;
    address caller;
    uint256 value;
}

/// @notice A call that works, of which each test changes one thing and expects one error.
abstract contract MutationBase is ExchangeBase {
    function setUp() public override {
        super.setUp();
        vm.deal(alice, 2 ether);
    }

    function base() internal view virtual returns (Attempt memory);

    function call(Attempt memory a) internal {
        vm.prank(a.caller);
        exchange.exchange{value: a.value}(a.order, a.sig, a.fee, a.feeSig, a.amount, address(0));
    }

    function fails(Attempt memory a, bytes memory why) internal {
        vm.expectRevert(why);
        call(a);
        vm.assertTrue(!exchange.isSpent(a.order.key.owner, a.order.key.salt), "untouched");
    }

    function resigned(Attempt memory a) internal view returns (Attempt memory) {
        a.sig = makerSig(a.order.key.owner == bob ? BOB_KEY : ALICE_KEY, a.order);
        return a;
    }

    function test_TheBaseWorks() public {
        call(base());
    }

    function wrongSignature(address owner) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("ExchangeSignatureInvalid(address)", owner);
    }
}
