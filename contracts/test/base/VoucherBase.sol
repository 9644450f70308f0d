// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../src/collection/ICollection.sol";
import {ICollection1155} from "../../src/collection/ICollection1155.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "./ExchangeBase.sol";

/// @notice The official collections at the market, where Alice sells what is not minted yet.
abstract contract VoucherBase is ExchangeBase {
    string internal constant CID = "/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";

    ICollection721 internal single;
    ICollection1155 internal multiple;

    function setUp() public virtual override {
        super.setUp();
        bytes memory args = abi.encode("Plinth", "PLINTH", miner, "ipfs:/", "ipfs:/", operator);
        single = ICollection721(vm.deployCode("contracts/artifacts/OfficialCollection721.json", args));
        multiple = ICollection1155(vm.deployCode("contracts/artifacts/OfficialCollection1155.json", args));
    }

    /// @dev Alice sells number 7, `quantity` for 1 coin each.
    function unminted(ICollection collection, uint256 quantity) internal view returns (Order memory order) {
        order = aSale();
        order.key.sellAsset = item(address(collection), 7, 5);
        (order.selling, order.buying) = (quantity, quantity * PRICE);
    }

    /// @dev Of which Carol gets 5 %.
    function terms(uint256 supply) internal view returns (SettlementVoucher memory voucher) {
        voucher.fees = new Fee[](1);
        voucher.fees[0] = Fee(carol, 500);
        (voucher.uri, voucher.supply, voucher.deadline) = (CID, supply, block.timestamp + 1 days);
    }

    function signedTerms(ICollection collection, address creator, SettlementVoucher memory voucher)
        internal
        view
        returns (bytes memory)
    {
        voucher.sig = signed(MINER_KEY, collection.settlementMintDigest(address(exchange), 7, creator, voucher));
        return packed(voucher);
    }

    function packed(SettlementVoucher memory voucher) internal pure returns (bytes memory) {
        return abi.encode(voucher.fees, voucher.uri, voucher.supply, voucher.deadline, voucher.sig);
    }

    function buyUnminted(Order memory order, uint256 amount, bytes memory voucher) internal {
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        exchange.exchange{value: due(PRICE * amount, FEE)}(order, sig, FEE, none(), amount, address(0), voucher);
    }

    function buyUnmintedReverts(Order memory order, bytes memory voucher, bytes memory why) internal {
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(why);
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0), voucher);
        vm.assertTrue(!exchange.isSpent(order.key.owner, order.key.salt), "untouched");
    }
}
