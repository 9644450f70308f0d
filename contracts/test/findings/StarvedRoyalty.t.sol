// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";

/// @notice Names no royalty where gas is short, as a collection that asks a registry may.
contract EarlyERC721 is ERC721("Early", "ERL") {
    address private immutable _creator;

    constructor(address creator) {
        _creator = creator;
    }

    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        return gasleft() < 95_000 ? (address(0), 0) : (_creator, price / 20);
    }
}

/// @notice A trade without a platform fee, whose sender names the gas and gains by a royalty that is not read.
contract StarvedRoyaltyTest is ExchangeBase {
    bytes4 private constant EXCHANGE = 0x9cec6392;
    EarlyERC721 private token;

    function setUp() public override {
        super.setUp();
        token = new EarlyERC721(carol);
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        pay.give(alice, 1);
        pay.give(treasury, 1);
    }

    function paysOrFails(address who, bytes memory data, uint256 gas_) private {
        vm.prank(who);
        (bool ok,) = address(exchange).call{gas: bound(gas_, 60_000, 420_000)}(data);
        vm.assertTrue(!ok || pay.balanceOf(carol) != 0, "the royalty is paid");
    }

    function testFuzz_WhenASaleHasNoFee(uint256 gas_) public {
        Order memory order = aSale(address(token));
        (order.key.buyAsset, order.sellerFee) = (money(), 0);
        Sig memory sig = makerSig(ALICE_KEY, order);
        paysOrFails(bob, abi.encodeWithSelector(EXCHANGE, order, sig, uint256(0), feeSig(FEE_KEY, order, 0), 1, address(0)), gas_);
    }

    function testFuzz_WhenABidHasNoFee(uint256 gas_) public {
        Order memory order = aBid(address(token));
        order.sellerFee = 0;
        Sig memory sig = makerSig(BOB_KEY, order);
        paysOrFails(alice, abi.encodeWithSelector(EXCHANGE, order, sig, uint256(0), feeSig(FEE_KEY, order, 0), PRICE, address(0)), gas_);
    }

    function testFuzz_WhenTheFeeRoundsToNothing(uint256 gas_) public {
        Order memory order = aSale(address(token));
        (order.key.buyAsset, order.buying) = (money(), 39);
        Sig memory sig = makerSig(ALICE_KEY, order);
        paysOrFails(bob, abi.encodeWithSelector(EXCHANGE, order, sig, FEE, none(), 1, address(0)), gas_);
    }
}
